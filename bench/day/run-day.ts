import { Cron } from 'croner';

import { startEmulator } from '../../emulator/start-emulator.ts';
import { createTables, localTableNames } from '../../local/storage/create-tables.ts';
import { startEngine } from '../../local/storage/engine.ts';
import { memoryAnchorStore, memoryHeadSigner } from '../../shared/evidence/memory-store.ts';
import { secretFingerprint } from '../../shared/kernel/aws/fingerprint.ts';
import type { PlatformClient } from '../../shared/kernel/platform/platform-client.ts';
import type { BudgetStore, TeamStore } from '../../shared/kernel/records/ports.ts';
import type { JobDeclaration, JobSchedule } from '../../shared/kernel/runs/contract/job-declaration.ts';
import { runIdOf } from '../../shared/kernel/runs/run-id.ts';
import type { RunOrder } from '../../shared/kernel/runs/use-cases/job.ts';
import { cronPattern } from '../../shared/kernel/runtime/cron-pattern.ts';
import { addDays, type Day, msPerDay, startOfDayMs } from '../../shared/kernel/time/day.ts';
import type { MailSender } from '../../shared/mail/ports.ts';
import { Settings } from '../../shared/settings/contract/settings.ts';
import { controls } from '../../shared/wiring/controls-job.ts';
import { digest } from '../../shared/wiring/digest-job.ts';
import { enforce, mails, requests, watchers } from '../../shared/wiring/jobs.ts';
import { countingDynamo, sumOfCalls } from '../measure/counting-dynamo.ts';
import { cpuSecondsSince } from '../measure/usage.ts';
import { putBudgets, putTeams, readEmails } from '../night/organization.ts';
import { platformAt, tellEmulator } from '../worlds/platform.ts';
import { listedSessions } from './listed-sessions.ts';

/** What one job did in the day that is measured. */
export interface JobWork {
  readonly job: string;
  runs: number;
  /** Of the platform, by endpoint. */
  readonly calls: Record<string, number>;
  tableCalls: number;
  /** Units written, by table; and read. */
  readonly written: Record<string, number>;
  readUnits: number;
  cpuSeconds: number;
  readonly failures: string[];
}

interface DayOrder {
  readonly users: number;
  /** Sessions of each person on the list, and how many of them work all day; of the others one works for three hours. */
  readonly sessions: number;
  readonly atWork: number;
}

interface Runner {
  readonly job: JobDeclaration;
  readonly run: (order: RunOrder & Record<string, unknown>) => Promise<unknown>;
}

const seed = 7;
const today: Day = '2026-05-15';
const settings = Settings.parse({ admins: ['admin@acme.example'], blastRadius: false });
const prefix = 'curfew-';
const eveningHour = 21;

/** The day after a first one, of all jobs on their schedules, on the tables of a real engine. */
export async function measureDay(order: DayOrder) {
  const clock = { nowMs: startOfDayMs(addDays(today, -1)), now: () => clock.nowMs };
  const emulator = await startEmulator({ port: 0, users: order.users, seed, today: addDays(today, -1) });
  const engine = await startEngine();
  const { client, work } = countingDynamo(engine);
  const tables = localTableNames(prefix);
  await createTables(client, tables, { isFollowed: false });
  const calls: Record<string, number> = {};
  const answer = listedSessions({
    users: order.users,
    perUser: order.sessions,
    atWork: order.atWork,
    dayMs: startOfDayMs(today),
  });
  const platform = platformAt(emulator.url, {
    asOf: () => clock.now(),
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const url = new URL(request.url);
      const name = `${request.method} ${url.pathname.replace(/(sessions\/)[^/]+/u, '$1{id}').replace(/(name\/).+/u, '$1{name}')}`;
      calls[name] = (calls[name] ?? 0) + 1;
      return answer(url, clock.now()) ?? fetch(request);
    },
  });
  const on = { dynamo: client, tables, platform };
  const runners = runnersOf(on, clock);
  const done = new Map<string, JobWork>();
  const runDay = async (day: Day, isWanted: (due: Due) => boolean = () => true): Promise<void> => {
    for (const { runner, schedule, atMs } of dueOn(day, runners).filter(isWanted)) {
      clock.nowMs = atMs;
      await tellEmulator(emulator.url, '/clock', { now: new Date(atMs).toISOString() });
      const before = { ...structuredClone(work), platform: { ...calls }, tables: sumOfCalls(work) };
      const startedCpu = process.cpuUsage();
      const problem = await runner.run(orderOf(runner.job.name, schedule, atMs)).then(problemOf, String);
      const own = workOf(done, runner.job.name);
      own.runs += 1;
      own.cpuSeconds += cpuSecondsSince(startedCpu);
      own.readUnits += work.readUnits - before.readUnits;
      own.tableCalls += sumOfCalls(work) - before.tables;
      addRisen(own.calls, calls, before.platform);
      addRisen(own.written, work.written, before.written);
      own.failures.push(...(problem === undefined ? [] : [problem]));
    }
  };
  try {
    const emails = await readEmails(platform);
    const { budgets, teams } = enforce.ports(on);
    await putBudgets(budgets as BudgetStore, emails);
    await putTeams(teams as TeamStore);
    await runDay(addDays(today, -1), isBeforeTheDay);
    done.clear();
    await runDay(today);
    return [...done.values()];
  } finally {
    client.destroy();
    await Promise.all([emulator.close(), engine.close()]);
  }
}

type On = Parameters<typeof watchers.live.ports>[0] &
  Parameters<typeof enforce.ports>[0] & { readonly platform: PlatformClient };

/** The jobs of schedules, on a clock that is moved. Mails are accepted and go nowhere. */
function runnersOf(on: On, clock: { readonly now: () => number }): readonly Runner[] {
  const sender: MailSender = { send: async () => Promise.resolve({ kind: 'sent', messageId: 'accepted' }) };
  const fingerprint = secretFingerprint('k'.repeat(43));
  const anchoring = { signer: memoryHeadSigner(), anchors: memoryAnchorStore() };
  const controlsOn = { ...on, ...anchoring, fingerprint: async () => Promise.resolve(fingerprint) };
  const wired = [
    { ...enforce, ports: enforce.ports(on) },
    { ...controls, ports: controls.ports(controlsOn as never) },
    { ...digest, ports: digest.ports(on as never) },
    { ...requests, ports: requests.ports(on as never) },
    { ...mails, ports: mails.ports({ ...on, sender: () => sender } as never) },
    ...Object.values(watchers).map((watcher) => ({ ...watcher, ports: watcher.ports(on as never) })),
  ];
  return wired.map(({ job, ports, run }) => ({
    job,
    run: async (order) => (run as (...given: unknown[]) => Promise<unknown>)({ ...ports, clock }, settings, order),
  }));
}

function orderOf(job: string, { name: schedule }: JobSchedule, atMs: number) {
  return {
    runId: runIdOf(job, atMs, schedule),
    atMs,
    written: [],
    dryRun: false,
    onlyIfUnfinished: schedule === 'hourly',
    ...(schedule === 'window-start' && { kind: schedule }),
    stopAtMs: Number.MAX_SAFE_INTEGER,
  };
}

/** The night and the evening of the day before: they leave what a day finds. */
function isBeforeTheDay({ schedule: { name }, atMs }: Due): boolean {
  return name === 'nightly' || new Date(atMs).getUTCHours() >= eveningHour;
}

interface Due {
  readonly runner: Runner;
  readonly schedule: JobSchedule;
  readonly atMs: number;
}

function dueOn(day: Day, runners: readonly Runner[]): readonly Due[] {
  const fromMs = startOfDayMs(day);
  const due = runners.flatMap((runner) =>
    (runner.job.schedules ?? []).flatMap((schedule) => {
      const cron = new Cron(cronPattern(schedule), { timezone: 'UTC', paused: true });
      const times: Due[] = [];
      for (let at = cron.nextRun(new Date(fromMs - 1)); at !== null && at.getTime() < fromMs + msPerDay;) {
        times.push({ runner, schedule, atMs: at.getTime() });
        at = cron.nextRun(at);
      }
      return times;
    }),
  );
  return due.toSorted((a, b) => a.atMs - b.atMs);
}

function workOf(done: Map<string, JobWork>, job: string): JobWork {
  const own = done.get(job) ?? {
    job,
    runs: 0,
    calls: {},
    tableCalls: 0,
    written: {},
    readUnits: 0,
    cpuSeconds: 0,
    failures: [],
  };
  done.set(job, own);
  return own;
}

function addRisen(own: Record<string, number>, now: Record<string, number>, before: Record<string, number>): void {
  for (const [name, count] of Object.entries(now)) {
    const risen = count - (before[name] ?? 0);
    if (risen > 0) {
      const short = name.startsWith(prefix) ? name.slice(prefix.length) : name;
      own[short] = (own[short] ?? 0) + risen;
    }
  }
}

function problemOf(ended: unknown): string | undefined {
  const { outcome } = ended as { readonly outcome?: { readonly status: string; readonly problems: readonly string[] } };
  return outcome === undefined || outcome.status === 'complete'
    ? undefined
    : `${outcome.status}: ${outcome.problems.join('; ')}`;
}
