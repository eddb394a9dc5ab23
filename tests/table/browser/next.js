// Marks what a person would click next to come to an option; says whether there is anything.
(wanted) => {
  const { scene, item, picks, found, marks } = window.rulesrunTable;
  const { options, values } = scene.question;
  const [kind, ...parts] = options[wanted];
  document.querySelectorAll("[data-next]").forEach((one) => one.removeAttribute("data-next"));
  const next = (element) => { element?.setAttribute("data-next", ""); return Boolean(element); };
  const button = (selector) => next(document.querySelector(selector));
  const go = document.querySelector("#go");
  const token = (value) => values[value].key ?? `#${value}`;
  const left = parts.flat().map(token);
  for (const pick of picks) left.splice(left.indexOf(pick.token), 1);
  if (go?.dataset.option === String(wanted) && (!left.length || found.length === 1)) return next(go);
  const items = new Set(options.map(([one]) => one));
  if (!parts.length) return button(`[data-item="${kind}"]`);
  if (items.size > 1 && item !== kind) return button(`[data-item="${kind}"]`);
  for (const one of left) {
    const mark = (marks.byToken.get(one) ?? [])
      .find((m) => m.token === one && !picks.some((pick) => pick.id === m.id));
    if (mark) return next(mark.element);
    const chips = [...document.querySelectorAll(".values [data-token]")];
    const chip = chips.find((other) => other.dataset.token === one);
    if (chip) return next(chip);
  }
  document.querySelector(".listed").open = true;
  return button(`.listed [data-option="${wanted}"]`);
}
