// Makes what a page starts from: Python files compiled, and its memory with all of them
// loaded. Called with the path of a task, which is JSON; see `web/making.py`.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const task = JSON.parse(fs.readFileSync(process.argv[2], "utf-8"));
const { loadPyodide } = await import(pathToFileURL(path.join(task.pyodide, "pyodide.mjs")).href);
const bytes = (file) => new Uint8Array(fs.readFileSync(file));

async function python(options) {
  const found = await loadPyodide({ indexURL: task.pyodide, env: { HOME: "/home/web", PYTHONHASHSEED: "0" }, ...options });
  found.setStdout({ batched: (line) => process.stderr.write(`${line}\n`) });
  return found;
}

try {
  if (task.compile) {
    const found = await python();
    found.unpackArchive(bytes(task.compile.from), "zip", { extractDir: "/sources" });
    found.globals.set("target", "/made.zip");
    found.runPython(task.compile.script);
    fs.writeFileSync(task.compile.to, found.FS.readFile("/made.zip"));
  } else {
    const found = await python({ _makeSnapshot: true });
    for (const [archive, folder] of task.archives)
      found.unpackArchive(bytes(archive), "zip", { extractDir: folder });
    process.stdout.write(found.runPython(task.script) ?? "");
    fs.writeFileSync(task.to, found.makeMemorySnapshot());
  }
} catch (error) {
  process.stderr.write(`${error.message ?? error}\n`);
  process.exitCode = 1;
}
