// A sound and a notice when it is one's turn, for whoever wants them.

export class Notice {
  constructor(isOn, remember) {
    this.isOn = isOn;
    this.remember = remember;
    this.wasAsked = true;
  }

  /** Turn notices on or off; a browser asks for leave the first time. */
  async turn() {
    this.isOn = !this.isOn;
    this.remember(this.isOn ? "on" : "off");
    if (this.isOn) {
      this.sound();
      if ("Notification" in window && Notification.permission === "default") await Notification.requestPermission();
    }
  }

  /** A position has come: `isAsked` says whether it is one's turn. */
  hear(isAsked, title, text) {
    const isNew = isAsked && !this.wasAsked;
    this.wasAsked = isAsked;
    if (!isNew || !this.isOn) return;
    this.sound();
    if (document.hidden && "Notification" in window && Notification.permission === "granted") {
      const notice = new Notification(title, { body: text, tag: "rulesrun" });
      notice.onclick = () => { window.focus(); notice.close(); };
    }
  }

  sound() {
    this.audio ??= new AudioContext();
    const { currentTime } = this.audio;
    [660, 880].forEach((frequency, at) => {
      const [tone, volume] = [this.audio.createOscillator(), this.audio.createGain()];
      tone.frequency.value = frequency;
      volume.gain.setValueAtTime(0.12, currentTime + at * 0.14);
      volume.gain.exponentialRampToValueAtTime(0.001, currentTime + at * 0.14 + 0.3);
      tone.connect(volume).connect(this.audio.destination);
      tone.start(currentTime + at * 0.14);
      tone.stop(currentTime + at * 0.14 + 0.32);
    });
  }
}
