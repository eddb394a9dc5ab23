// The connection to the table: opened again whenever it is lost.

const LONGEST = 8000;

/** A page without a server brings what it speaks to instead of one: with the same methods. */
const Socket = globalThis.rulesrunSocket ?? WebSocket;

export class Connection {
  constructor(heard, changed) {
    this.heard = heard;
    this.changed = changed;
    this.wait = 500;
    this.socket = null;
  }

  open(language) {
    this.language = language;
    if (this.socket) {
      this.socket.onclose = null;
      this.socket.close();
    }
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = language ? `?lang=${encodeURIComponent(language)}` : "";
    const socket = new Socket(`${scheme}://${location.host}${location.pathname}/live${query}`);
    this.socket = socket;
    socket.onopen = () => { this.wait = 500; this.changed(true); };
    socket.onmessage = (event) => this.heard(JSON.parse(event.data));
    socket.onclose = () => {
      this.changed(false);
      setTimeout(() => this.open(this.language), this.wait);
      this.wait = Math.min(LONGEST, this.wait * 1.6);
    };
  }

  say(message) {
    if (this.socket?.readyState !== Socket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
