// What a playground does first: Python is got ready while the text editor is still read.

import { prepare } from "./python.js";

const near = (name) => new URL(name, document.baseURI).href;

/** Where the page finds its files. */
export const files = {
  link: async (name) => near(name),
  answer: async (name) => {
    const found = await fetch(near(name));
    if (!found.ok) throw new Error(`${name}: ${found.status} ${found.statusText}`);
    return found;
  },
  given: async () => null,
  base: near("."),
};

prepare(files);
