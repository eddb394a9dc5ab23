// What on the page is a name of the rules or of a program, where people read words.
() => {
  const CODE = "code, pre, cite, bdi[dir=ltr], script, style, noscript";
  const RAW = [/[a-z]_[a-z]/i, /[a-z][A-Z]/, /\b(undefined|null|NaN|None|Infinity|true|false)\b/, /\[object/, /[{}`]/, /#\d/, /\d\.\d{4}/,
    /\b(component|cell|enum|player|place|zone):\S/, /@[A-Z]+-\d/, /\b\w+\[\w+\]/];
  const NAMES = /\b(Mac|Mc)[A-Z]/;
  const faults = [];
  const judge = (text, where) => {
    if (text.trim() && !NAMES.test(text) && RAW.some((one) => one.test(text))) faults.push(`${where}: ${text}`);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement.closest(CODE)) judge(node.data, node.parentElement.localName);
  }
  for (const name of ["title", "aria-label", "placeholder", "alt"]) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      if (!element.closest(CODE)) judge(element.getAttribute(name), `${element.localName} ${name}`);
    }
  }
  return [...new Set(faults)];
}
