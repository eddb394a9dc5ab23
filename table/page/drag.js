// Dragging: a thing that can be picked, onto a place that then can be.

/** How a drag differs from a click, in pixels. */
const MOVED = 8;

/** `press` picks what a mark stands for, as a click does. */
export function letDrag(marks, press) {
  let from = null;
  let held = null;

  document.addEventListener("pointerdown", (event) => {
    const mark = event.button === 0 && event.pointerType !== "touch" ? marks.of(event.target) : null;
    from = mark?.token && !event.target.closest("svg.near") ? { mark, x: event.clientX, y: event.clientY } : null;
  });
  document.addEventListener("pointermove", (event) => {
    if (!from) return;
    if (!held) {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < MOVED) return;
      held = shadow(from.mark.element);
      document.body.classList.add("drags");
      press(from.mark);
    }
    held.style.setProperty("left", `${event.clientX}px`);
    held.style.setProperty("top", `${event.clientY}px`);
  });
  const end = (event) => {
    if (held) {
      held.remove();
      const { clientX, clientY } = event;
      const there = marks.at({ target: document.elementFromPoint(clientX, clientY), clientX, clientY });
      if (there?.token && there !== from.mark) press(there);
      addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
      setTimeout(() => document.body.classList.remove("drags"));
    }
    from = held = null;
  };
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
  document.addEventListener("dragstart", (event) => event.preventDefault());
}

/** A likeness of what is dragged, under the pointer. */
function shadow(element) {
  const box = element.getBoundingClientRect();
  const likeness = document.createElement("div");
  likeness.className = "shadow";
  if (element instanceof SVGElement) likeness.textContent = "✥";
  else likeness.append(element.cloneNode(true));
  likeness.style.setProperty("width", `${element instanceof SVGElement ? 24 : box.width}px`);
  likeness.setAttribute("aria-hidden", "true");
  document.body.append(likeness);
  return likeness;
}
