// Workers in which Python runs: each says when it is ready, and hears and says texts.

export const NEEDED = ["python/pyodide.mjs", "python/pyodide.asm.mjs", "python/pyodide.asm.wasm", "python/python_stdlib.zip", "python/memory.bin", "python/lock.json", "python/data.zip"];

/** A worker with a role, of the modules of a page; a port leads from one to another. */
export async function worker(files, role, { port = null, engines = [], module = "rulesrun.web.inside" } = {}) {
  const made = new Worker(await files.link("page/worker.js", "text/javascript"));
  const given = await files.given([...NEEDED, ...engines]);
  const moved = given ? Object.values(given) : [];
  made.postMessage({ role, port, module, given, engines, base: files.base }, port ? [port, ...moved] : moved);
  return made;
}
