// Holding a finger on a thing: what it does is told there, and nothing is picked.

/** How long a finger rests, in milliseconds, and how far it may slip meanwhile, in pixels. */
const LONG = 450;
const SLIPS = 10;

/** `tell` says what a mark does. */
export function letHold(marks, tell) {
  let waiting = null;
  let from = null;
  let isHeld = false;

  const end = () => { clearTimeout(waiting); from = null; };
  document.addEventListener("pointerdown", (event) => {
    isHeld = false;
    const mark = event.pointerType === "touch" ? marks.of(event.target) : null;
    if (!mark?.token) return;
    from = event;
    waiting = setTimeout(() => { isHeld = true; tell(mark); }, LONG);
  });
  document.addEventListener("pointermove", (event) => {
    if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > SLIPS) end();
  });
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
  document.addEventListener("contextmenu", (event) => { if (isHeld) event.preventDefault(); });
  addEventListener("click", (event) => {
    if (!isHeld) return;
    isHeld = false;
    event.stopPropagation();
    event.preventDefault();
  }, { capture: true });
}
