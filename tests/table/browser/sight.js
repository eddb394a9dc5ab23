// How much of what can be chosen lies in the window, uncovered, and what leads to the rest.

() => {
  const mine = document.getElementById("mine");
  const isNarrow = getComputedStyle(document.getElementById("side")).display === "contents";
  const low = isNarrow ? document.getElementById("choice").getBoundingClientRect().top : innerHeight;
  const own = getComputedStyle(mine).position === "sticky" ? mine.getBoundingClientRect() : null;
  const bar = document.getElementById("bar").getBoundingClientRect().bottom;
  const isInside = (element) => {
    const box = element.getBoundingClientRect();
    const isCovered = own && !mine.contains(element) && own.bottom >= innerHeight - 2;
    const foot = isCovered ? Math.min(low, own.top) : low;
    return box.top >= bar - 3 && box.bottom <= foot + 3 && box.left >= -3 && box.right <= innerWidth + 3;
  };
  const lit = [...document.querySelectorAll(".lit:not(.lapped > :not(:first-child))")].filter((element) => element.getClientRects().length);
  const buttons = ["#choice .items button:not(:disabled)", "#choice .values button", "#go"];
  return {
    lit: lit.length,
    inside: lit.filter(isInside).length,
    leads: document.querySelectorAll(".lead").length,
    behind: [...document.querySelectorAll(".lead")].reduce((sum, one) => sum + Number(one.dataset.count), 0),
    buttons: document.querySelectorAll(buttons.join(", ")).length,
  };
}
