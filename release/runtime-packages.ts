import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod';

const Names = z.record(z.string(), z.string()).default({});
const Locked = z.object({
  version: z.string().default(''),
  license: z.string().default(''),
  integrity: z.string().optional(),
  dev: z.boolean().default(false),
  os: z.union([z.string(), z.array(z.string())]).optional(),
  dependencies: Names,
  optionalDependencies: Names,
});
const Lockfile = z.object({ packages: z.record(z.string(), Locked) });

/** A package that runs with Curfew, in a function or on one machine. */
export interface RuntimePackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly license: string;
  /** The hash of the archive as the lockfile has it: `sha512-` and base64. */
  readonly integrity: string | undefined;
  /** What it needs, as `name@version`. */
  readonly needs: readonly string[];
  /** What its makers wish to be said, as its files have it. None of a package that is a program for one platform. */
  readonly texts: readonly string[];
}

export function idOf({ name, version }: { readonly name: string; readonly version: string }): string {
  return `${name}@${version}`;
}

/** Every package of the lockfile that is not there for development alone, by name and version, each once. */
export function runtimePackages(root: string): readonly RuntimePackage[] {
  const { packages } = Lockfile.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const all = new Map(Object.entries(packages));
  const found = [...all].filter(([path, { dev }]) => path !== '' && !dev);
  const items = found.map(([path, locked]) => ({
    name: nameOf(path),
    version: locked.version,
    license: locked.license,
    integrity: locked.integrity,
    needs: needsOf(all, path, locked),
    // Only that of this platform is installed; its texts are part of it.
    texts: locked.os === undefined ? textsIn(join(root, path)) : [],
  }));
  return [...new Map(items.map((item) => [idOf(item), item]))]
    .toSorted(([first], [second]) => (first < second ? -1 : 1))
    .map(([, item]) => item);
}

function nameOf(path: string): string {
  return path.replace(/^.*node_modules\//u, '');
}

/** What a package needs, found as Node finds it: in its own folder first, then in those above it. */
function needsOf(
  all: ReadonlyMap<string, z.output<typeof Locked>>,
  path: string,
  { dependencies, optionalDependencies }: z.output<typeof Locked>,
): readonly string[] {
  return Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((name) => {
    for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
      const found = all.get(`${folder}${folder === '' ? '' : '/'}node_modules/${name}`);
      if (found !== undefined || folder === '') {
        return found === undefined ? [] : [idOf({ name, version: found.version })];
      }
    }
  });
}

function textsIn(folder: string): readonly string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/iu.test(name))
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim());
}
