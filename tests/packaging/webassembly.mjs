// Runs commands of Variorum on the Python that npm's pyodide brings.
// node webassembly.mjs PACKAGES OUT COMMAND...
// PACKAGES: a folder with the packages; OUT: where the commands run.
import { createRequire } from "node:module";

const { loadPyodide } = createRequire(process.cwd() + "/")("pyodide");
const [packages, out, ...commands] = process.argv.slice(2);
const python = await loadPyodide();
for (const [place, folder] of [["/packages", packages], ["/out", out]]) {
  python.FS.mkdirTree(place);
  python.mountNodeFS(place, folder);
}
python.globals.set("commands", python.toPy(commands));
console.log(python.runPython(`
import contextlib, io, json, os, sys
sys.path.insert(0, "/packages")
os.chdir("/out")
os.environ["VARIORUM_CACHE"] = "/out/memory"
from variorum.entry import main
found = []
for command in commands:
    with contextlib.redirect_stdout(io.StringIO()) as said:
        status = main(command.split(" "))
    found.append([status, said.getvalue()])
json.dumps(found)
`));
