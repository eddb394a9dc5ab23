// Things that change place move there.

/** Milliseconds. */
export const LASTS = 420;
const NEAR = 12;

/** Where the components on the page are drawn, by name. */
export function placesNow(marks) {
  const places = new Map();
  for (const mark of marks.all) {
    const name = nameOf(mark);
    if (name) places.set(name, mark.element.getBoundingClientRect());
  }
  return places;
}

/** Let what is drawn anew come from where it was before. */
export function move(marks, before) {
  if (!before.size || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const mark of marks.all) {
    const from = before.get(nameOf(mark));
    if (!from?.width || mark.element instanceof SVGElement) continue;
    const to = mark.element.getBoundingClientRect();
    const [dx, dy] = [from.left + from.width / 2 - to.left - to.width / 2, from.top + from.height / 2 - to.top - to.height / 2];
    if (!to.width || Math.hypot(dx, dy) < NEAR) continue;
    const scale = from.width / to.width;
    mark.element.animate([{ transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: 9 }, { transform: "none" }],
      { duration: LASTS, easing: "ease-in-out" });
  }
}

const nameOf = ({ keys }) => (keys[0]?.startsWith("component:") ? keys[0].split(":").slice(2).join(":") : null);
