import * as z from 'zod';

import { addDays, dayOf } from '../../shared/kernel/time/day.ts';
import { castOf, type DemoUsage } from './demo-budgets.ts';
import { readDemoUsage, type RunningDemo } from './load-demo-budgets.ts';

/** A named demo's events, as bodies for the emulator's side channel. */
interface DemoStory {
  readonly demand: readonly object[];
  readonly sessions: readonly object[];
  readonly computers: readonly object[];
  readonly reports: readonly object[];
}

const hourMs = 3_600_000;
const runawayCreditsMax = 12_000_000;
const runawayShare = 0.36;

/** A runaway, a loop, a session without end and one that never starts; computers in trouble; a worse repository. */
function demoStory(usage: readonly DemoUsage[], nowMs: number): DemoStory {
  const [runaway, looping, long, pending] = starsOf(usage);
  const total = usage.reduce((sum, { usualMonth }) => sum + usualMonth, 0);
  const ago = (hours: number): string => new Date(nowMs - hours * hourMs).toISOString();
  const session = (owner: DemoUsage | undefined, body: object): readonly object[] =>
    owner === undefined ? [] : [{ ownerEmail: owner.email, ...body }];
  return {
    demand: usage.length <= fewPeople ? onCall(usage, nowMs) : [],
    sessions: [
      ...session(runaway, {
        character: 'runaway',
        startedAt: ago(20),
        credits: Math.round(Math.min(runawayCreditsMax, runawayShare * total)),
        messages: 600,
        children: 2,
        title: 'Migrate everything, do not stop until it is done',
      }),
      ...session(looping, {
        character: 'looping',
        startedAt: ago(16),
        credits: 60_000,
        messages: 400,
        title: 'Make the build green',
      }),
      ...session(long, { character: 'long', startedAt: ago(70), minutes: 7_200, title: 'Watch the logs' }),
      ...session(pending, { character: 'pending', startedAt: ago(6), title: 'Nightly audit' }),
    ],
    computers: [
      { name: 'ci-runner-02', fate: 'hangs', step: 'create-machine', createdAt: ago(3) },
      { name: 'ci-runner-03', fate: 'recovers', step: 'install-deps', retries: 2, repos: 2, createdAt: ago(5) },
      { name: 'ci-runner-04', fate: 'fails', step: 'clone-repos', repos: 1, createdAt: ago(2) },
    ],
    reports: [
      {
        ...sameJudge,
        repoUrl: 'https://git.acme.example/acme/billing',
        // Just before now, so that no generated report comes between.
        createdAt: ago(2 + 1 / 120),
        report: { unit_tests_runnable: passed(2), readme: passed(1) },
      },
      {
        ...sameJudge,
        repoUrl: 'https://git.acme.example/acme/billing',
        createdAt: ago(2),
        report: { unit_tests_runnable: failed(2, 'The test command ends with exit code 1'), readme: failed(1) },
      },
      {
        repoUrl: 'https://git.acme.example/acme/storefront',
        createdAt: ago(2),
        report: { lint_config: { numerator: 4, denominator: 6, rationale: 'Two new applications have no linter.' } },
      },
    ],
  };
}

const fewPeople = 60;
const onCallPeople = 5;
const analyticsStart = '2026-01-14';

/** In a small organization some work on weekends: a day without any work would look like missing figures. */
function onCall(usage: readonly DemoUsage[], nowMs: number): readonly object[] {
  const people = usage.toSorted((a, b) => (a.email < b.email ? -1 : 1)).slice(0, onCallPeople);
  const today = dayOf(nowMs);
  const days = Array.from({ length: 180 }, (_, index) => addDays(today, index - 90));
  return days
    .filter((day) => day >= analyticsStart && [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()))
    .flatMap((date, week) =>
      people.map(({ email }, place) => ({ email, date, credits: 5_000 + 1_000 * ((week * 5 + place * 3) % 7) })),
    );
}

/** Two people join, one with a look-alike name; one leaves, and one changes name. */
function rosterStory(usage: readonly DemoUsage[]) {
  const [, , , , imitated, leaver, renamed] = starsOf(usage);
  const joiner = { email: 'nina.newman@acme.example', firstName: 'Nina', lastName: 'Newman' };
  const twin = imitated === undefined ? undefined : lookAlike(imitated.email);
  return {
    joiners: [joiner, ...(twin === undefined ? [] : [{ email: twin, firstName: 'IT', lastName: 'Support' }])],
    leaver: leaver?.email,
    renamed: renamed === undefined ? undefined : { from: renamed.email, to: renamed.email.replace('.', '.van-der-') },
  };
}

/** Replaces a, e or o with the Cyrillic look-alike. Undefined without such a letter. */
function lookAlike(email: string): string | undefined {
  const [name = '', domain = ''] = email.split('@');
  const other = name.replace('a', '\u0430').replace('e', '\u0435').replace('o', '\u043E');
  return other === name ? undefined : `${other}@${domain}`;
}

function starsOf(usage: readonly DemoUsage[]): readonly DemoUsage[] {
  const { extras, pilot } = castOf(usage);
  return [...extras, ...pilot];
}

/** A regression requires the same model and client. */
const sameJudge = {
  branch: 'main',
  modelUsed: { id: 'atlas-5', reasoningEffort: 'off' },
  agentVersion: '1.0.0',
  hasLocalChanges: false,
  hasNonRemoteCommits: false,
};

function passed(denominator: number): object {
  return { numerator: denominator, denominator };
}

function failed(denominator: number, rationale = 'It is gone.'): object {
  return { numerator: 0, denominator, rationale };
}

/** Plants a named demo's story before the first night. */
export async function plantDemoStory(demo: RunningDemo): Promise<void> {
  const { demand, sessions, computers, reports } = demoStory(await readDemoUsage(demo), demo.nowMs);
  await post(demo, '/__sim/demand', demand);
  await post(demo, '/__sim/sessions', sessions);
  for (const computer of computers) {
    await post(demo, '/__sim/computers', computer);
  }
  for (const report of reports) {
    await post(demo, '/__sim/readiness', report);
  }
}

const User = z.object({ id: z.string() });

/** People join, leave and change email. */
export async function moveRoster(demo: RunningDemo): Promise<void> {
  const { joiners, leaver, renamed } = rosterStory(await readDemoUsage(demo));
  for (const joiner of joiners) {
    await post(demo, '/__sim/users', joiner);
  }
  if (renamed !== undefined) {
    const { id } = User.parse(await post(demo, '/__sim/users', { email: renamed.from }));
    await post(demo, '/__sim/users', { id, email: renamed.to });
  }
  if (leaver !== undefined) {
    await call(demo, { method: 'DELETE', path: `/__sim/users?email=${encodeURIComponent(leaver)}` });
  }
}

async function post(demo: RunningDemo, path: string, body: object): Promise<unknown> {
  const answer = await call(demo, { method: 'POST', path, body });
  return answer.json();
}

async function call(
  { emulatorUrl }: RunningDemo,
  { method, path, body }: { readonly method: string; readonly path: string; readonly body?: object },
): Promise<Response> {
  const sent =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const answer = await fetch(`${emulatorUrl}${path}`, { method, ...sent });
  if (!answer.ok) {
    throw new Error(`${method} ${path} of the emulator answered ${answer.status}: ${await answer.text()}`);
  }
  return answer;
}
