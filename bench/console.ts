import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { build, type Rolldown } from 'vite';
import * as z from 'zod';

import { consoleDist } from '../console/sources.ts';
import { buildConsole } from '../local/console/build-console.ts';
import { loadDemoBudgets } from '../local/demo/load-demo-budgets.ts';
import { openInstallation } from '../local/installation.ts';
import { stateFolderAt } from '../local/state/state-folder.ts';
import { randomIds } from '../shared/kernel/runtime/random-ids.ts';
import { systemClock } from '../shared/kernel/runtime/system-clock.ts';
import { addDays, dayOf } from '../shared/kernel/time/day.ts';
import type { Installation } from '../shared/wiring/installation.ts';
import { type Answer, measureAnswers } from './console/console-answers.ts';
import { growOrganization } from './console/grown-organization.ts';
import { runClaim } from './measure/claim.ts';
import { tableText } from './measure/figures.ts';
import { during, inFolder, startCurfew, startEmulatorProgram } from './measure/programs.ts';
import { ratioOf } from './measure/spread.ts';
import { putPastUse } from './worlds/past-use.ts';
import { platformAt, tellEmulator } from './worlds/platform.ts';

/** Names that break pages: markup, formulas, letters that hide or turn others, and no place to break a line. */
const names = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(document.domain)</script>',
  '=HYPERLINK("http://evil.example","click")',
  "Robert'); DROP TABLE users;--",
  '\u202Egnp.exe\u202C',
  'z\u200Be\u200Br\u200Bo',
  'ن'.repeat(60),
  '{{constructor.constructor("alert(1)")()}}',
  'W'.repeat(200),
  '\u0007\u001B[31mred',
  '👩‍👩‍👧‍👦'.repeat(12),
  '',
];

const domains = [
  'acme.example',
  `${'sub.'.repeat(45)}example`,
  `${'very-long-name-without-any-place-to-break'.repeat(4)}.example`,
];

/** So many people whose names and emails are as bad as a roster lets them be; each email is there once. */
function hostilePeople(
  count: number,
): readonly { readonly email: string; readonly firstName: string; readonly lastName: string }[] {
  return Array.from({ length: count }, (_, index) => {
    const name = names[index % names.length] ?? '';
    const domain = domains[index % domains.length] ?? '';
    const local = index % 2 === 0 ? `bad+${index}${'x'.repeat(40)}` : `${localOf(name)}${index}`;
    return { email: `${local}@${domain}`.slice(-300), firstName: name, lastName: `Number ${index}` };
  });
}

function localOf(name: string): string {
  return Array.from(name.replaceAll(/[\s@"\\]/gu, ''))
    .slice(0, 40)
    .join('');
}

/** Roles in an organization that is no demo; the pages are looked at as each of them. */
const settings = {
  admins: ['admin@acme.example'],
  roles: {
    viewers: ['viewer@acme.example'],
    budgetAdmins: ['budgets@acme.example'],
    approvers: ['approver@acme.example'],
    security: ['security@acme.example'],
    teamOwners: { data: ['data-lead@acme.example'] },
  },
};

/** Days that forecasts and estimates look back. */
const pastDays = 120;

/**
 * Makes the state of a large organization as months of nights would have left it: its roster on an emulator, budgets
 * and teams in its tables, its first night and its first looks, and the use of each person before that.
 */
async function makeLargeOrganization(order: {
  readonly users: number;
  /** Users whose names and emails break pages. */
  readonly hostile: number;
  readonly stateDir: string;
  readonly portBase: number;
}): Promise<void> {
  mkdirSync(order.stateDir, { recursive: true });
  writeFileSync(stateFolderAt(order.stateDir).settingsFile, JSON.stringify(settings));
  const { users, stateDir, portBase } = order;
  const platform = ['--port', String(portBase + 50), '--users', String(users), '--state', `${stateDir}.platform.json`];
  await during(await startEmulatorProgram(platform), async ({ ready: url }) => {
    await addHostilePeople(url, order.hostile);
    await inInstallation(stateDir, async ({ budgets, teams }) => {
      const demo = { emulatorUrl: url, nowMs: systemClock.now(), roster: platformAt(url) };
      // Those of the demo, whose departments are the teams of the roster.
      await loadDemoBudgets({ budgets, teams, ids: randomIds }, demo);
    });
    const env = { CURFEW_BASE_URL: url, CURFEW_API_KEY: 'owner-key' };
    await (await startCurfew(stateDir, ['--no-console', '--port-base', String(portBase)], env)).stop();
    await inInstallation(stateDir, putPast);
  });
}

async function inInstallation(stateDir: string, work: (installation: Installation) => Promise<void>): Promise<void> {
  const installation = await openInstallation({ stateDir, env: {} });
  try {
    await work(installation);
  } finally {
    await installation.close();
  }
}

async function putPast({ ledger, users }: Installation): Promise<void> {
  const today = dayOf(systemClock.now());
  const from = addDays(today, -pastDays);
  const [first] = await ledger.listDays({ from, through: today });
  await putPastUse(ledger, await users.list(), { from, through: addDays(first?.day ?? today, -1) });
}

async function addHostilePeople(url: string, count: number): Promise<void> {
  for (const person of hostilePeople(count)) {
    await tellEmulator(url, '/users', { ...person, metadata: { team: 'data' } });
  }
}

/*
 * What a browser loads before it shows the first page of the console, packed for sending, and what each other page
 * adds; beside a page of the same design system that holds its own frame and one line of text. Then how long each page
 * waits for its figures in a large organization with some hostile names: in the middle of some rounds, each in a process
 * of its own. Each of `--users` is there `--times` times: a night of all would take an hour. `--state` keeps that
 * organization in a folder and takes it again. A page may take a second of the processor; the impact of an edit, which no
 * page waits for, is not judged.
 */
const goalBytes = 250_000;
/** Of Home: asked of a process that knows nothing yet, and asked again. */
const homeMsMax = { cold: 1_500, warm: 300 } as const;
const pageCpuMsMax = 1_000;
const notAwaited = 'Impact of an edit';
const hostileShare = 0.02;

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

function filesOf(manifest: z.output<typeof Manifest>, key: string): readonly string[] {
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

function sizes(): readonly { readonly page: string; readonly bytes: number }[] {
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

async function peerBytes(): Promise<number> {
  const built = (await build({
    root: join(import.meta.dirname, 'console'),
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: join(import.meta.dirname, 'console', 'console-peer.mjs') } },
  })) as Rolldown.RolldownOutput;
  return built.output.reduce(
    (sum, file) => sum + brotliCompressSync(file.type === 'chunk' ? file.code : file.source).length,
    0,
  );
}

async function answersAtScale(
  { users, times, rounds }: { readonly users: number; readonly times: number; readonly rounds: number },
  kept: string,
): Promise<readonly Answer[]> {
  const measured = async (folder: string): Promise<readonly Answer[]> => {
    const stateDir = join(folder, 'state');
    if (!existsSync(stateDir)) {
      const hostile = Math.round(users * hostileShare);
      await makeLargeOrganization({ users: users - hostile, hostile, stateDir, portBase: 27_700 });
      await growOrganization(stateDir, times);
    }
    return measureAnswers(stateDir, rounds);
  };
  return kept === '' ? inFolder(measured) : measured(kept);
}

function isQuick({ page, coldMs = 0, againMs, againCpuMs }: Answer): boolean {
  return page === 'Home'
    ? coldMs <= homeMsMax.cold && againMs <= homeMsMax.warm
    : page === notAwaited || againCpuMs <= pageCpuMsMax;
}

function inKb(bytes: number): string {
  return (bytes / 1_000).toFixed(1);
}

function timesTable(users: number, answers: readonly Answer[]): string {
  const titles = ['cold ms', 'first ms', 'again ms', 'slowest', 'of a processor', 'KB packed'];
  const rows = answers.map(({ page, coldMs, firstMs, againMs, againMsMax, againCpuMs, bytes }) => [
    page,
    coldMs?.toFixed(0) ?? '',
    ...[firstMs, againMs, againMsMax, againCpuMs].map((ms) => ms.toFixed(0)),
    inKb(bytes),
  ]);
  return tableText([`figures of, ${users} people`, ...titles], rows);
}

await runClaim(import.meta, async ({ number, text }) => {
  const outcome = await buildConsole();
  if (outcome.kind === 'failed') {
    throw new Error(outcome.detail);
  }
  const scale = { users: number('users'), times: number('times'), rounds: number('rounds') };
  const users = scale.users * scale.times;
  const [pages, frameBytes] = [sizes(), await peerBytes()];
  const answers = await answersAtScale(scale, text('state'));
  const timeOf = (what: string, ms: number, goalMs: number) =>
    ratioOf([`figures of ${what}, ${users} people`, 'the goal'], goalMs, ms, { unit: 'ms' });
  return {
    document: { goalBytes, peerBytes: frameBytes, pages, users, homeMsMax, pageCpuMsMax, answers },
    ratios: [
      ...pages.map(({ page, bytes }) =>
        ratioOf([`KB packed, ${page}`, 'frame of the design system'], frameBytes / 1_000, bytes / 1_000),
      ),
      ...answers.flatMap(({ page, coldMs, againMs, againCpuMs }) =>
        coldMs === undefined
          ? [timeOf(`${page}, processor`, againCpuMs, pageCpuMsMax)]
          : [timeOf(`${page}, cold`, coldMs, homeMsMax.cold), timeOf(page, againMs, homeMsMax.warm)],
      ),
    ],
    report: [
      tableText(
        ['what', 'KB packed'],
        [
          ['peer: frame of the design system', inKb(frameBytes)],
          ...pages.map(({ page, bytes }) => [page, inKb(bytes)]),
        ],
      ),
      '',
      timesTable(users, answers),
    ],
    hasReachedGoal: (pages[0]?.bytes ?? Infinity) <= goalBytes && answers.every(isQuick),
  };
});
