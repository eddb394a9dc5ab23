// What can be read on something that can be chosen, and is no part of what it is called.
() => {
  const plain = (text) => text.replace(/[\u2066-\u2069]/g, "").toLocaleLowerCase();
  const isWord = (text) => /[\p{L}\p{N}]/u.test(text);
  const texts = ({ element }) => (element instanceof SVGElement
    ? [...element.querySelectorAll("text:not(.plus, .unseen)")].filter((one) => !one.closest(".ghost"))
    : [...element.querySelectorAll(".head, .key, .under")].filter((one) => one.closest("[data-mark]") === element));
  return rulesrunTable.marks.all.flatMap((mark) => {
    const seen = texts(mark).flatMap((one) => plain(one.textContent).split(/\s+/u)).filter(isWord);
    return seen.filter((word) => !plain(mark.label).includes(word)).map((word) => `${word}: ${mark.label}`);
  });
}
