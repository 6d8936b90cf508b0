// What the compiler has against the repository with some files added or changed, and with one change at a time left
// out: a child of its own, since the compiler takes a gigabyte. The files are laid over the repository, and only what
// needs one of them is looked at: `npm run check` looks at all that stands in the repository.
// Usage: node type-problems.mjs ROOT COPY ROOT_NAMES CHANGED LEFT_OUT IMPORTS_AWAY, the lists as JSON. Files that are more
// than so many imports away from what changed are not looked at.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import ts from 'typescript';

const [root, copy, rootNames, changed, leftOut, importsAway] = process.argv.slice(2);
const pathOf = (name) => join(root, name);
const { options } = ts.getParsedCommandLineOfConfigFile(pathOf('tsconfig.json'), undefined, {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: (problem) => {
    throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'));
  },
});

const laidOver = new Map(JSON.parse(changed).map((name) => [pathOf(name), readFileSync(join(copy, name), 'utf8')]));
const left = JSON.parse(leftOut).filter((name) => existsSync(pathOf(name)));
/** What a file was before stands beside what it is: the same program says what is wrong with either. */
const formerOf = (name) => pathOf(name.replace(/\.ts$/u, '.former.ts'));
for (const name of left) {
  laidOver.set(formerOf(name), readFileSync(pathOf(name), 'utf8'));
}

const host = ts.createCompilerHost(options);
const disk = { ...host };
const folders = new Set([...laidOver.keys()].map((file) => dirname(file)));
host.readFile = (file) => laidOver.get(file) ?? disk.readFile(file);
host.fileExists = (file) => laidOver.has(file) || disk.fileExists(file);
host.directoryExists = (folder) => folders.has(folder) || disk.directoryExists(folder);
const parsed = new Map();
host.getSourceFile = (file, ...rest) => {
  const text = host.readFile(file);
  const known = parsed.get(file);
  const source = known?.text === text ? known : disk.getSourceFile(file, ...rest);
  parsed.set(file, source);
  return source;
};

const names = [...JSON.parse(rootNames).map(pathOf), ...left.map(formerOf)];
const program = ts.createProgram({ rootNames: names, options, host });
const textOf = (diagnostics) => ts.formatDiagnostics(diagnostics, host);
const formers = new Set(left.map(formerOf));
const touched = filesThatNeed([...laidOver.keys()].filter((file) => !formers.has(file)));
const whole = textOf([
  ...program.getConfigFileParsingDiagnostics(),
  ...program.getOptionsDiagnostics(),
  ...program.getGlobalDiagnostics(),
  ...touched.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
]);
const without = Object.fromEntries(left.map((name) => [name, problemsWithout(name)]));
process.stdout.write(JSON.stringify({ whole, without }));

/** The files themselves and those of the program that import one of them, as many imports away as is asked for; nearest first. */
function filesThatNeed(paths) {
  const importers = new Map();
  for (const file of program.getSourceFiles().filter(({ fileName }) => !fileName.includes('/node_modules/'))) {
    for (const { fileName } of ts.preProcessFile(file.text).importedFiles) {
      const imported = join(dirname(file.fileName), fileName);
      importers.set(imported, [...(importers.get(imported) ?? []), file.fileName]);
    }
  }
  const found = new Map(paths.map((path) => [path, 0]));
  // What is added meanwhile is come to as well.
  for (const [path, away] of found) {
    const further = away < Number(importsAway) ? (importers.get(path) ?? []) : [];
    further.filter((each) => !found.has(each)).forEach((each) => found.set(each, away + 1));
  }
  return [...found.keys()].flatMap((path) => (formers.has(path) ? [] : (program.getSourceFile(path) ?? [])));
}

/** Most often the former file itself does not compile; else the first other file that does not, changed files first. */
function problemsWithout(name) {
  const own = textOf(program.getSemanticDiagnostics(program.getSourceFile(formerOf(name))));
  return own === '' ? problemsElsewhere(name) : own;
}

function problemsElsewhere(name) {
  const now = laidOver.get(pathOf(name));
  laidOver.set(pathOf(name), laidOver.get(formerOf(name)));
  const variant = ts.createProgram({ rootNames: names, options, host, oldProgram: program });
  laidOver.set(pathOf(name), now);
  for (const { fileName } of touched) {
    const found = variant.getSemanticDiagnostics(variant.getSourceFile(fileName));
    if (found.length > 0) {
      return textOf(found);
    }
  }
  return '';
}
