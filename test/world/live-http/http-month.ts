import { z } from 'zod';

import { windowAt } from '../../../shared/budgets/window.ts';
import { enforceBudgets } from '../../../shared/enforcement/use-cases/enforce-budgets.ts';
import { runIdOf, windowStartSuffix } from '../../../shared/kernel/runs/run-id.ts';
import { addDays, daysOf, startOfDayMs, type Day } from '../../../shared/kernel/time/day.ts';
import type { LiveTerms } from '../../../shared/live/live-status.ts';
import { giveLive } from '../../../shared/live/use-cases/give-live.ts';
import type { LiveSettings } from '../../../shared/live/use-cases/live-work.ts';
import { startTestEmulator, UsageRows, type TestEmulator } from '../../support/emulator.ts';
import { someSettings } from '../../support/enforcement-settings.ts';
import { drawFrom, type Draw } from '../../support/redaction/draw.ts';
import { aroundPorts } from '../around-ports.ts';
import { interruption, type Stop } from '../sudden-end.ts';
import { hourMs, minuteMs } from '../virtual-clock.ts';
import { drawMonth, type DrawnMonth } from './drawn-month.ts';
import { drawFaults } from './http-faults.ts';
import { openSite, type HttpSite } from './http-site.ts';

export interface HttpMonth {
  readonly seed: number;
  readonly users: number;
  readonly days: number;
  readonly from: Day;
  /** Hours between two looks. */
  readonly everyHours: number;
  readonly live: Partial<LiveTerms>;
  /** In percent: people with a hook, and of their events those that name a session of somebody else. */
  readonly hookedPercent: number;
  readonly wrongPercent: number;
  readonly isFaulty: boolean;
  /** In percent of all: sessions that no list ever names. */
  readonly hiddenPercent: number;
  readonly sessions?: { readonly scale: number; readonly coverage: number; readonly lagMinutes: number };
}

export interface MonthEnd {
  /** The largest excess of a pool over its amount, as a share of the amount. */
  readonly overspentShare: number;
  readonly grantedBy: ReadonlyMap<string, number>;
  readonly wanted: number;
  readonly hooked: readonly string[];
  /** How the looks stood, in order; `none` where a run did not come to say. */
  readonly standings: readonly string[];
  readonly reasons: ReadonlySet<string>;
  readonly puts: number;
  /** What the API did not expect. */
  readonly unforeseen: readonly unknown[];
}

const Facts = z.array(
  z.object({
    sessionId: z.string(),
    ownerEmail: z.string().nullable(),
    creditsByDay: z.record(z.string(), z.number()),
  }),
);
type Fact = z.output<typeof Facts>[number];
const Users = z.object({ users: z.array(z.object({ id: z.string(), email: z.string() })) });
const Requests = z.array(z.object({ method: z.string() }));

interface Playing extends HttpSite {
  readonly month: HttpMonth;
  readonly drawn: DrawnMonth;
  readonly standings: string[];
  readonly reasons: Set<string>;
  /** By session, what it had used when its hook reported last. */
  readonly reported: Map<string, number>;
}

const liveDefaults: LiveTerms = {
  mode: 'on',
  shadowDays: 2,
  errorPercent: 25,
  slackCredits: 0,
  capPercent: 0,
  totalsLagMinutes: 0,
  eveningReturn: 'seen',
};

export async function playHttpMonth(month: HttpMonth): Promise<MonthEnd> {
  const { seed, users, from, sessions } = month;
  const emulator = await startTestEmulator({
    users,
    seed,
    today: from,
    empty: true,
    ...(sessions && {
      sessionCreditScale: sessions.scale,
      sessionCoverage: sessions.coverage,
      sessionLagMinutes: sessions.lagMinutes,
    }),
  });
  try {
    return await playOn(emulator, month);
  } finally {
    await emulator.close();
  }
}

async function playOn(emulator: TestEmulator, month: HttpMonth): Promise<MonthEnd> {
  const draw = drawFrom(month.seed);
  const { users } = await emulator.read(`/api/v0/organization/users?limit=100`, Users);
  const emails = users.map(({ email }) => email);
  const drawn = drawMonth(draw, { emails, firstDay: month.from, days: month.days });
  const hooked = users.slice(0, Math.round((users.length * month.hookedPercent) / 100));
  const settings: LiveSettings = {
    ...someSettings({ admins: ['admin@acme.example'], collapseFloorCredits: Number.MAX_SAFE_INTEGER }),
    live: { ...liveDefaults, ...month.live },
  };
  const site = await openSite({
    emulator,
    settings,
    draw,
    startMs: startOfDayMs(month.from),
    hooked: hooked.map(({ id, email }) => ({ userId: id, email })),
  });
  const playing: Playing = { ...site, month, drawn, standings: [], reasons: new Set(), reported: new Map() };
  try {
    await prepare(playing);
    for (const day of daysOf({ from: month.from, through: addDays(month.from, month.days - 1) })) {
      await playDay(playing, day);
    }
    return await endOf(
      playing,
      hooked.map(({ email }) => email),
    );
  } finally {
    await site.close();
  }
}

async function prepare({ emulator, stores, drawn, month, between }: Playing): Promise<void> {
  const { hiddenPercent, seed, from } = month;
  const demand = [...drawn.wanted].flatMap(([email, days]) =>
    days.map((credits, day) => ({ email, date: addDays(from, day), credits })),
  );
  await emulator.tell('/__sim/demand', demand);
  drawn.budgets.forEach((row) => stores.budgets.writeByHand({ ...row }));
  for (const [name, members] of drawn.teams) {
    stores.teams.writeByHand({ name, members, position: 1 });
  }
  between.isListed = (sessionId) =>
    drawFrom(seed ^ Number.parseInt(sessionId.slice(0, 7), 16)).below(100) >= hiddenPercent;
}

async function playDay(playing: Playing, day: Day): Promise<void> {
  const { month } = playing;
  const looks = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => hour % month.everyHours === 0);
  const isTurn = windowAt('platform', day, { anchorDay: 1 }).from === day;
  const events = [
    ...(isTurn ? [{ minute: 5, kind: 'window-start' as const }] : []),
    { minute: 150, kind: 'nightly' as const },
    ...looks.map((hour) => ({ minute: hour * 60 + 50, kind: 'look' as const })),
  ].toSorted((a, b) => a.minute - b.minute);
  for (const { minute, kind } of events) {
    await playEvent(playing, { atMs: startOfDayMs(day) + minute * minuteMs, kind });
  }
}

interface Event {
  readonly atMs: number;
  readonly kind: 'look' | 'nightly' | 'window-start';
}

async function playEvent(playing: Playing, { atMs, kind }: Event): Promise<void> {
  const { clock, between, emulator, month } = playing;
  clock.moveTo(Math.max(clock.now(), atMs));
  await between.settle();
  const draw = drawFrom(month.seed ^ Math.floor(atMs / minuteMs));
  const isCalm = !month.isFaulty || atMs >= startOfDayMs(addDays(month.from, month.days - calmDays));
  const { armed, stop } = isCalm ? { armed: [] } : drawFaults(draw);
  if (kind === 'look') {
    await driveHooks(playing, draw);
  }
  if (armed.length > 0) {
    await emulator.tell('/__sim/faults', armed);
  }
  const isDead = await run(playing, { atMs, kind }, stop);
  await emulator.call('DELETE', '/__sim/faults');
  if (isDead && draw.below(2) === 0) {
    // Started once more, when the lease of the one that is gone has ended.
    clock.moveBy(takeoverMinutes * minuteMs);
    await run(playing, { atMs, kind });
  }
}

/** The last ones, on which nothing goes wrong. */
const calmDays = 2;
const takeoverMinutes = 12;

/** As the client on each machine does at the end of a task: of every session that moved since. */
async function driveHooks({ emulator, hookUrl, keys, reported, month }: Playing, draw: Draw): Promise<void> {
  const facts = await emulator.read('/__sim/sessions', Facts);
  const moved = facts.filter(({ sessionId, ...fact }) => usedOf(fact) > (reported.get(sessionId) ?? 0));
  for (const fact of moved) {
    const key = keys.get(fact.ownerEmail ?? '');
    if (key !== undefined) {
      const session = draw.below(100) < month.wrongPercent ? draw.from(facts).sessionId : fact.sessionId;
      await fetch(`${hookUrl}/report`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'accept-encoding': 'identity',
        },
        body: JSON.stringify({ event: draw.from(['Stop', 'SubagentStop', 'Notification']), session }),
      });
    }
    reported.set(fact.sessionId, usedOf(fact));
  }
}

function usedOf({ creditsByDay }: Pick<Fact, 'creditsByDay'>): number {
  return Object.values(creditsByDay).reduce((sum, credits) => sum + credits, 0);
}

/** Whether the process of the run ended before the run did. */
async function run(playing: Playing, { atMs, kind }: Event, stop?: Stop): Promise<boolean> {
  const { clock, nightPorts, livePorts, settings, standings, reasons } = playing;
  const process = interruption(stop);
  const { around, death } = process;
  const stopAtMs = clock.now() + hourMs;
  if (settings.live.mode === 'off' && kind === 'look') {
    return false;
  }
  const running =
    kind === 'look'
      ? giveLive(aroundPorts(livePorts, around), settings, { runId: runIdOf('live', atMs, 'hourly'), atMs, stopAtMs })
      : enforceBudgets(aroundPorts(nightPorts, around), settings, {
          runId: runIdOf('enforce', atMs, kind === 'nightly' ? 'nightly' : windowStartSuffix),
          atMs,
          stopAtMs,
          dryRun: false,
          onlyIfUnfinished: kind === 'nightly',
          ...(kind === 'window-start' && { kind }),
        });
  const ended = running.then(
    () => 'done' as const,
    (error: unknown) => {
      if (!(error instanceof Error) || error.name === 'InvariantError' || error instanceof TypeError) {
        throw error;
      }
      reasons.add(`threw ${error.name}: ${error.message.slice(0, 120)}`);
      return 'threw' as const;
    },
  );
  const how = await Promise.race([ended, death]);
  process.end();
  if (kind === 'look') {
    const report = (await livePorts.live.readState()).report;
    const isOwn = report?.runId === runIdOf('live', atMs, 'hourly');
    standings.push(isOwn ? report.standing.kind : 'none');
    if (isOwn && report.standing.kind === 'doubted') {
      reasons.add(report.standing.reason.replaceAll(/\d[\d,:TZ.-]*/gu, 'N'));
    }
  }
  return how === 'died';
}

async function endOf(playing: Playing, hooked: readonly string[]): Promise<MonthEnd> {
  const { emulator, month, drawn, standings, reasons, between, clock, unforeseen } = playing;
  clock.moveTo(startOfDayMs(addDays(month.from, month.days)));
  await between.settle();
  const rows = await emulator.read('/__sim/usage', UsageRows);
  const grantedBy = new Map<string, number>();
  rows.forEach(({ email, granted }) => grantedBy.set(email ?? '', (grantedBy.get(email ?? '') ?? 0) + granted));
  const overspent = drawn.budgets.flatMap(({ scope, window, amount }) => {
    const members = new Set(scope === 'org' ? drawn.wanted.keys() : drawn.teams.get(scope.slice('team:'.length)));
    const used = new Map<string, number>();
    for (const { date, granted } of rows.filter((row) => members.has(row.email ?? ''))) {
      const { from } = windowAt(window as 'month', date, { anchorDay: 1 });
      used.set(from, (used.get(from) ?? 0) + granted);
    }
    return [...used.values()].map((credits) => (credits - Number(amount)) / Number(amount));
  });
  const requests = await emulator.read('/__sim/requests', Requests);
  return {
    overspentShare: Math.max(0, ...overspent),
    grantedBy,
    wanted: rows.reduce((sum, { granted, refused }) => sum + granted + refused, 0),
    hooked,
    standings,
    reasons,
    puts: requests.filter(({ method }) => method === 'PUT').length,
    unforeseen,
  };
}
