// What the compiler has against a project as it is, and with one file at a time as it was before: a child of its own,
// since the compiler takes a gigabyte. Usage: node type-problems.mjs TSCONFIG FORMER_ROOT PATH…
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

const [config, formerRoot, ...paths] = process.argv.slice(2);
const root = dirname(resolve(config));
const parsed = ts.getParsedCommandLineOfConfigFile(
  config,
  { noEmit: true, incremental: false, tsBuildInfoFile: undefined },
  {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (problem) => {
      throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'));
    },
  },
);

/** Files that are read instead of those on the disk. */
const replaced = new Map();
const host = ts.createCompilerHost(parsed.options, true);
const readSourceFile = host.getSourceFile.bind(host);
const parsedFiles = new Map();
host.getSourceFile = (name, ...rest) => {
  const text = replaced.get(resolve(name));
  if (text !== undefined) {
    return ts.createSourceFile(name, text, rest[0], true);
  }
  const known = parsedFiles.get(name);
  const file = known ?? readSourceFile(name, ...rest);
  parsedFiles.set(name, file);
  return file;
};

let program;
function problems() {
  program = ts.createProgram({ rootNames: parsed.fileNames, options: parsed.options, host, oldProgram: program });
  return program;
}
const textOf = (diagnostics) => ts.formatDiagnostics(diagnostics, host);

/** The files of the project, those that the former root has otherwise or not at all first. */
function own(of) {
  const files = of.getSourceFiles().filter(({ fileName }) => !fileName.includes('node_modules'));
  return [...files.filter(isChanged), ...files.filter((file) => !isChanged(file))];
}

function isChanged({ fileName, text }) {
  const former = join(formerRoot, relative(root, fileName));
  return !existsSync(former) || readFileSync(former, 'utf8') !== text;
}

const whole = textOf(ts.getPreEmitDiagnostics(problems()));
const without = {};
for (const path of paths) {
  replaced.set(join(root, path), readFileSync(join(formerRoot, path), 'utf8'));
  const changed = problems();
  // The first file that does not compile is enough; it is most often one of those that are looked at first.
  const file = own(changed).find((each) => changed.getSemanticDiagnostics(each).length > 0);
  without[path] = file === undefined ? '' : textOf(changed.getSemanticDiagnostics(file));
  replaced.clear();
}
process.stdout.write(JSON.stringify({ whole, without }));
