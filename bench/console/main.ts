/*
 * What a browser loads before it shows the first page of the console, packed as it is sent, and what each other page
 * adds; beside a page of the same design system that holds its own frame and one line of text. Then how long each page
 * waits for its figures in an organization of `--users 10000`, some of them with hostile names: in the middle of
 * `--rounds 3`, each in a process of its own. `--state FOLDER` keeps that organization and takes it again; `--json` is
 * understood. Ends with 1 when the first page is larger, or any page slower, than its goal.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';

import { build, type Rolldown } from 'vite';
import * as z from 'zod';

import { consoleDist } from '../../console/sources.ts';
import { buildConsole } from '../../local/console/build-console.ts';
import { styleFor } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import { measureAnswers, type Answer } from './console-answers.ts';
import { makeLargeOrganization } from './large-organization.ts';

const goalBytes = 250_000;
/** Of Home: asked of a process that knows nothing yet, and asked again. */
const homeMsMax = { cold: 1_500, warm: 300 } as const;
/** Of every other page, once the process knows the organization. */
const pageMsMax = 1_000;
const hostileShare = 0.02;

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    state: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const [users, rounds] = [Number(values.users), Number(values.rounds)];

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

/** `budgets/list-page`, of `pages/budgets/list-page.tsx`. */
function pageOf(key: string): string {
  return key.replace(/^pages\//u, '').replace(/\.\w+$/u, '');
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
    .map((key) => ({ page: pageOf(key), files: new Set(filesOf(manifest, key)).difference(frame) }));
  const home = pages.find(({ page }) => page === 'home/home-page')?.files ?? new Set();
  return [
    { page: 'first page', bytes: packedBytes(frame.union(home)) },
    ...pages.map(({ page, files }) => ({ page: `${page} adds`, bytes: packedBytes(files) })),
  ];
}

/** The design system's own frame with one line in it. */
async function peerBytes(): Promise<number> {
  const built = (await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: join(import.meta.dirname, 'console-peer.mjs') } },
  })) as Rolldown.RolldownOutput;
  return built.output.reduce(
    (sum, file) => sum + brotliCompressSync(file.type === 'chunk' ? file.code : file.source).length,
    0,
  );
}

async function answersAtScale(): Promise<readonly Answer[]> {
  const folder = values.state ?? mkdtempSync(join(tmpdir(), 'curfew-bench-'));
  const stateDir = join(folder, 'state');
  try {
    if (!existsSync(stateDir)) {
      const hostile = Math.round(users * hostileShare);
      await makeLargeOrganization({ users: users - hostile, hostile, stateDir, portBase: 27_700 });
    }
    return await measureAnswers(stateDir, rounds);
  } finally {
    if (values.state === undefined) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

function goalMsOf({ page }: Answer): number {
  return page === 'Home' ? homeMsMax.warm : pageMsMax;
}

function isQuick(answer: Answer): boolean {
  return (answer.coldMs ?? 0) <= homeMsMax.cold && answer.againMs <= goalMsOf(answer);
}

function sizeTable(bytesOfPeer: number, pages: readonly Size[]): string {
  const columns = [{ title: 'what' }, { title: 'KB packed', align: 'right' }] as const;
  const rows = [{ page: 'peer: frame of the design system', bytes: bytesOfPeer }, ...pages];
  const shown = rows.map(({ page, bytes }) => [page, (bytes / 1_000).toFixed(1)]);
  return renderTable(columns, shown, styleFor({ isTerminal: process.stdout.isTTY }, process.env));
}

function timeTable(answers: readonly Answer[]): string {
  const columns = [
    { title: `figures of, ${users} people` },
    { title: 'cold ms', align: 'right' },
    { title: 'first ms', align: 'right' },
    { title: 'again ms', align: 'right' },
    { title: 'slowest', align: 'right' },
    { title: 'of a processor', align: 'right' },
    { title: 'KB packed', align: 'right' },
  ] as const;
  const rows = answers.map(({ page, coldMs, firstMs, againMs, againMsMax, againCpuMs, bytes }) => [
    page,
    coldMs?.toFixed(0) ?? '',
    firstMs.toFixed(0),
    againMs.toFixed(0),
    againMsMax.toFixed(0),
    againCpuMs.toFixed(0),
    (bytes / 1_000).toFixed(1),
  ]);
  return renderTable(columns, rows, styleFor({ isTerminal: process.stdout.isTTY }, process.env));
}

const outcome = await buildConsole();
if (outcome.kind === 'failed') {
  throw new Error(outcome.detail);
}
const [pages, bytesOfPeer, answers] = [sizes(), await peerBytes(), await answersAtScale()];
console.log(
  values.json
    ? JSON.stringify({
        goalBytes,
        peerBytes: bytesOfPeer,
        pages,
        users,
        answers: answers.map((each) => ({ ...each, goalMs: goalMsOf(each), coldGoalMs: homeMsMax.cold })),
      })
    : [sizeTable(bytesOfPeer, pages), '', timeTable(answers)].join('\n'),
);
const isSmall = (pages[0]?.bytes ?? Number.POSITIVE_INFINITY) <= goalBytes;
process.exitCode = isSmall && answers.every(isQuick) ? 0 : 1;
