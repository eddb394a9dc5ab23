// One answer for one click: what follows an answer in the same burst of clicks, or while a
// key is held down, was not meant for the question that has come up meanwhile.

/** Milliseconds and pixels within which a second tap belongs to the first. */
const SOON = 450;
const NEAR = 24;

let answered = null;
let last = { time: -Infinity, x: 0, y: 0 };

export const burst = {
  /** Say that what is being done now answers a question. */
  answered() { answered = { ...last }; },
};

function isMore(event) {
  if (answered === null) return false;
  if (event.pointerType !== "touch") return event.detail > 1;
  const far = Math.hypot(event.clientX - answered.x, event.clientY - answered.y);
  return event.timeStamp - answered.time < SOON && far < NEAR;
}

document.addEventListener("click", (event) => {
  if (isMore(event)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  answered = null;
  last = { time: event.timeStamp, x: event.clientX, y: event.clientY };
}, true);

document.addEventListener("keydown", (event) => {
  if (!event.repeat || (event.key !== "Enter" && event.key !== " ")) return;
  if (event.target.closest?.(".step")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
