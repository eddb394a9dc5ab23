// What things do, for whoever points at them, and where the tip stands that tells it.

/** Beside the thing that it speaks of, never over it. */
const APART = 8;
const EDGE = 6;

/** How a paragraph begins that says what is called so: its name and a colon. */
const TITLE = /^[^:.]{1,60}[:：]\s*/u;

/** The numbers of the paragraphs about what a mark stands for. */
export function rulesOf({ game, scene, atPlaces }, mark) {
  const numbers = [];
  for (const item of atPlaces?.get(mark.token) ?? []) numbers.push(...(scene.question.items[item].rules ?? []));
  for (const key of mark.keys) {
    const [sort, name, ...rest] = key.split(":");
    if (sort === "component") numbers.push(...ofFace(game, rest.join(":")));
    if (sort === "enum") numbers.push(...(game.enums[name]?.values[Number(rest[0])]?.rules ?? []));
    if (sort === "about" || sort === "zone") numbers.push(...(game.families.find((one) => one.name === name)?.rules ?? []));
    numbers.push(...(game.places[key] ?? []));
  }
  return [...new Set(numbers)];
}

const ofFace = (game, name) => (game.faces[name]?.rules.length
  ? game.faces[name].rules : (game.kinds[game.faces[name]?.kind]?.rules ?? []).slice(0, 2));

/** What a component does in a line or two: the paragraph that is about it, without its name. */
export function effectOf({ game, rulebook }, name) {
  return plainEffect(rulebook, game.faces[name].rules.slice(0, 1));
}

/** What paragraphs say, without the name of what they are about. */
export const plainEffect = (rulebook, numbers) => rulebook.words(numbers).replace(TITLE, "");

/** Put the tip beside an element: on the side with most room, within the window. */
export function placeTip(tip, element) {
  const box = element.getBoundingClientRect();
  const bar = document.getElementById("bar").getBoundingClientRect().bottom;
  tip.style.setProperty("max-width", `${Math.min(340, innerWidth - 2 * EDGE)}px`);
  tip.style.setProperty("left", "0px");
  tip.style.setProperty("top", "0px");
  const { width, height } = tip.getBoundingClientRect();
  const within = (value, low, high) => Math.max(low, Math.min(value, high));
  const along = within(box.left + box.width / 2 - width / 2, EDGE, innerWidth - width - EDGE);
  const across = within(box.top, bar + EDGE, innerHeight - height - EDGE);
  const places = [
    [box.right + APART + width < innerWidth, box.right + APART, across],
    [box.left - APART - width > 0, box.left - APART - width, across],
    [box.bottom + APART + height < innerHeight, along, box.bottom + APART],
    [box.top - APART - height > bar, along, box.top - APART - height],
  ];
  const [, left, top] = places.find(([fits]) => fits)
    ?? [true, along, box.top > innerHeight - box.bottom ? bar + EDGE : innerHeight - height - EDGE];
  tip.style.setProperty("left", `${left}px`);
  tip.style.setProperty("top", `${top}px`);
}
