/*
 * What a browser loads before it shows the first page of the console, packed as it is sent, and what each other page
 * adds; beside a page of the same design system that holds its own frame and one line of text. `--json` is understood.
 * Ends with 1 when the first page is larger than its goal.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import * as z from 'zod';

import { consoleDist } from '../console/sources.ts';
import { buildConsole } from '../local/console/build-console.ts';
import { styleFor } from '../shared/terminal/style.ts';
import { renderTable } from '../shared/terminal/table.ts';

const goalBytes = 250_000;

const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().optional(),
    isEntry: z.boolean().optional(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
);
type Manifest = z.output<typeof Manifest>;

interface Size {
  readonly page: string;
  readonly bytes: number;
}

/** The files that a module needs before it runs. */
function filesOf(manifest: Manifest, key: string): readonly string[] {
  const chunk = manifest[key];
  return chunk === undefined
    ? []
    : [chunk.file, ...chunk.css, ...chunk.imports.flatMap((each) => filesOf(manifest, each))];
}

/** As they are sent: what is small has no packed twin. */
function packedBytes(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => {
    const path = join(consoleDist, file);
    const sent = existsSync(`${path}.br`) ? `${path}.br` : path;
    return sum + statSync(sent).size;
  }, 0);
}

function sizes(): readonly Size[] {
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(consoleDist, '.vite', 'manifest.json'), 'utf8')));
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry === true) ?? '';
  const frame = new Set(filesOf(manifest, entry));
  const pages = Object.keys(manifest)
    .filter((key) => key.startsWith('pages/'))
    .map((key) => ({ page: key.split('/')[1] ?? key, files: new Set(filesOf(manifest, key)).difference(frame) }));
  const home = pages.find(({ page }) => page === 'home')?.files ?? new Set();
  return [
    { page: 'first page', bytes: packedBytes(frame.union(home)) },
    ...pages.map(({ page, files }) => ({ page: `${page} adds`, bytes: packedBytes(files) })),
  ];
}

/** The design system's own frame with one line in it. */
async function peerBytes(): Promise<number> {
  const built = (await build({
    root: join(import.meta.dirname, 'scale'),
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: join(import.meta.dirname, 'scale', 'console-peer.mjs') } },
  })) as Rolldown.RolldownOutput;
  return built.output.reduce(
    (sum, file) => sum + brotliCompressSync(file.type === 'chunk' ? file.code : file.source).length,
    0,
  );
}

const outcome = await buildConsole();
if (outcome.kind === 'failed') {
  throw new Error(outcome.detail);
}
const document = { goalBytes, peerBytes: await peerBytes(), pages: sizes() };
if (process.argv.includes('--json')) {
  console.log(JSON.stringify(document));
} else {
  const rows = [{ page: 'peer: frame of the design system', bytes: document.peerBytes }, ...document.pages];
  const columns = [{ title: 'what' }, { title: 'KB packed', align: 'right' }] as const;
  const shown = rows.map(({ page, bytes }) => [page, (bytes / 1_000).toFixed(1)]);
  console.log(renderTable(columns, shown, styleFor({ isTerminal: process.stdout.isTTY }, process.env)));
}
process.exitCode = (document.pages[0]?.bytes ?? Number.POSITIVE_INFINITY) <= goalBytes ? 0 : 1;
