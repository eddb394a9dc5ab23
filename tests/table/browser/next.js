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
  // Towards so many of each kind, by one.
  const counted = (wanted) => {
    const now = window.rulesrunTable.amounts?.amounts ?? wanted.map(() => 0);
    const steps = [...document.querySelectorAll("[data-step]")].filter((one) => !one.disabled);
    return steps.find((one) => {
      const [, , at, by] = one.dataset.step.split(":").map(Number);
      return by > 0 ? now[at] < wanted[at] : now[at] > wanted[at];
    });
  };
  const items = new Set(options.map(([one]) => one));
  if (!parts.length) return button(`[data-item="${kind}"]`);
  if (items.size > 1 && item !== kind) return button(`[data-item="${kind}"]`);
  for (const one of left) {
    const mark = marks.standing(one)
      .find((m) => m.token === one && !picks.some((pick) => pick.id === m.id));
    if (mark) return next(mark.element);
    const { amounts } = values.find((value, at) => token(at) === one);
    const step = amounts && counted(amounts);
    if (step) return next(step);
    const chips = [...document.querySelectorAll(".values [data-token]")];
    const chip = chips.find((other) => other.dataset.token === one);
    if (chip) return next(chip);
  }
  document.querySelector(".listed").open = true;
  return button(`.listed [data-option="${wanted}"]`);
}
