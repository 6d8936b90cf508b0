import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import type { Metafile } from 'esbuild';

import { bundleCommandLine } from './bundle-command-line.ts';
import type { BundleManifest } from './bundle-manifest.ts';
import { bundlesFolder, lockfiles, manifestFile, place, root, stampsOf } from './bundle.mjs';

// A program of its own, which a command leaves behind when there is no bundle of the current sources:
// docs/decisions/015-a-bundle-of-the-command-line.md.

const entry = 'cli/frame/run-cli.ts';

/** A command that runs long may still read late parts of the bundle that it began with. */
const keptMs = 24 * 3_600_000;

/** File systems tell the time of a change in steps of some milliseconds. */
const clockStepMs = 100;

/** The sources of a bundle; the lockfiles stand for packages. Also those of which nothing was left: what they hold may change. */
function sourcesOf({ inputs }: Metafile): readonly string[] {
  return Object.keys(inputs).filter((path) => !path.includes('node_modules/'));
}

/** No command sees a bundle before it is whole: the manifest is written last. */
async function makeBundle(): Promise<void> {
  const name = `${Date.now()}-${process.pid}`;
  const folder = join(bundlesFolder, name);
  mkdirSync(folder, { recursive: true });
  // Times of files are compared with the time of a file.
  const startedMs = statSync(folder).ctimeMs;
  try {
    const makers = readdirSync(import.meta.dirname).map((file) =>
      relative(root, join(import.meta.dirname, file)).replaceAll(sep, '/'),
    );
    const files = [...lockfiles, ...makers, ...sourcesOf(await bundleCommandLine(entry, folder))];
    const stamps = stampsOf(files);
    if (files.some((file) => statSync(join(root, file)).ctimeMs >= startedMs - clockStepMs)) {
      throw new Error('sources changed while they were bundled');
    }
    const manifest: BundleManifest = { place, name, files, stamps };
    const fresh = join(folder, 'manifest.json');
    writeFileSync(fresh, JSON.stringify(manifest));
    renameSync(fresh, manifestFile);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  removeEarlier(name, startedMs - keptMs);
}

function removeEarlier(name: string, beforeMs: number): void {
  for (const entryOfFolder of readdirSync(bundlesFolder, { withFileTypes: true })) {
    const path = join(bundlesFolder, entryOfFolder.name);
    if (entryOfFolder.isDirectory() && entryOfFolder.name !== name && statSync(path).mtimeMs < beforeMs) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}

await makeBundle();
