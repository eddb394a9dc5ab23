// Keeps marked what a person would click next to come to an option, however often the page
// is drawn anew; and not once the option has been chosen.
(wanted) => {
  const table = window.rulesrunTable;
  const { at } = table.scene;
  const tokenOf = (value, number) => value.key ?? `#${number}`;
  const button = (selector) => document.querySelector(selector);

  /** Towards so many of each kind, by one. */
  const counted = (amounts) => {
    const now = table.amounts?.amounts ?? amounts.map(() => 0);
    const steps = [...document.querySelectorAll("[data-step]")].filter((one) => !one.disabled);
    return steps.find((one) => {
      const [, , kind, by] = one.dataset.step.split(":").map(Number);
      return by > 0 ? now[kind] < amounts[kind] : now[kind] > amounts[kind];
    });
  };

  const next = () => {
    const { scene, item, picks, found, marks } = table;
    const { options, values } = scene.question;
    const [kind, ...parts] = options[wanted];
    const left = parts.flat().map((value) => tokenOf(values[value], value));
    for (const pick of picks) {
      const known = left.indexOf(pick.token);
      if (known < 0) return marks.all.find((mark) => mark.id === pick.id)?.element ?? button(".pick"); // not meant
      left.splice(known, 1);
    }
    const go = button("#go");
    if (go?.dataset.option === String(wanted) && (!left.length || found.length === 1)) return go;
    const isOne = new Set(options.map(([one]) => one)).size === 1;
    if (!parts.length || (!isOne && item !== kind)) return button(`[data-item="${kind}"]`);
    for (const one of left) {
      const mark = marks.standing(one)
        .find((m) => m.token === one && !picks.some((pick) => pick.id === m.id));
      if (mark) return mark.element;
      const { amounts } = values.find((value, number) => tokenOf(value, number) === one);
      const step = amounts && counted(amounts);
      if (step) return step;
      const chips = [...document.querySelectorAll(".values [data-token]")];
      const chip = chips.find((other) => other.dataset.token === one);
      if (chip) return chip;
    }
    button(".listed").open = true;
    return button(`.listed [data-option="${wanted}"]`);
  };

  const mark = () => {
    const known = document.querySelector("[data-next]");
    const isAsked = table.scene.at === at && table.scene.question && !table.sent;
    const found = isAsked ? next() : null;
    if (known === found) return;
    known?.removeAttribute("data-next");
    found?.setAttribute("data-next", "");
  };

  window.followed?.disconnect();
  window.followed = new MutationObserver(mark);
  window.followed.observe(document.body, { childList: true, subtree: true });
  mark();
  return document.querySelector("[data-next]") !== null;
}
