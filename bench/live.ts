import { randomOf } from '../emulator/state/random.ts';
import { backtestOf, type BacktestSetup, defaultLiveSetup, type LiveSetup } from '../shared/backtest/backtest-setup.ts';
import { backtestPolicy } from '../shared/backtest/backtest.ts';
import { ReplayedHints } from '../shared/backtest/live/replayed-hints.ts';
import type { PolicyScore } from '../shared/backtest/score.ts';
import type { Trace } from '../shared/backtest/trace.ts';
import { giveCredits, type GivingRound, type GivingUser } from '../shared/live/giving/give-credits.ts';
import { type DemandShape, demandShapes, drawTrace, type TraceOrder } from './demand/demand-shapes.ts';
import { runClaim } from './measure/claim.ts';
import { average, percent, tableText } from './measure/figures.ts';

/** How much time of a core a round of giving takes: half of the users ask, and too little is free; in the pool of all and in teams. */
function measureGiving(users: number): { readonly users: number; readonly ms: number } {
  const round = drawRound(users);
  giveCredits(drawRound(1_000));
  const times = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage();
    giveCredits(round);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  });
  return { users, ms: Math.min(...times) };
}

function drawRound(count: number): GivingRound {
  const random = randomOf(1, 'giving', count);
  const users = Array.from({ length: count }, (_, index): GivingUser => {
    const usedCredits = random.integer(0, 1_000_000);
    const limitCredits = usedCredits + random.integer(0, 20_000);
    const askCredits = limitCredits + random.integer(1_000, 100_000);
    return {
      userId: `user-${index}`,
      limitCredits,
      inForceCredits: limitCredits,
      usedCredits,
      isIdle: index % 4 === 1,
      ...(index % 2 === 0 && { askCredits, wishCredits: 2 * askCredits }),
    };
  });
  const teams = Math.max(1, Math.floor(count / 50));
  return {
    users,
    pools: [
      { id: 'organization', freeCredits: count * 10_000, memberIds: users.map(({ userId }) => userId) },
      ...Array.from({ length: teams }, (_, team) => ({
        id: `team-${team}`,
        freeCredits: random.integer(0, 1_000_000),
        memberIds: users.filter((__, index) => index % teams === team).map(({ userId }) => userId),
      })),
    ],
  };
}

/** Ways of working that a division on the night before serves badly: who works tomorrow is unknown. */
const liveShapes: readonly DemandShape[] = [
  {
    name: 'busy',
    sentence: 'most workdays, with stretches of three to ten times as much',
    person: (random) => {
      const level = 20_000 * Math.exp(1.0 * random.normal());
      const chance = 0.4 + 0.5 * random.float();
      let stretch = { daysLeft: 0, factor: 1 };
      return (_, isWorkday) => {
        if (stretch.daysLeft === 0 && random.chance(0.06)) {
          stretch = { daysLeft: random.integer(1, 4), factor: 3 + 7 * random.float() };
        }
        const factor = stretch.daysLeft > 0 ? stretch.factor : 1;
        stretch = { ...stretch, daysLeft: Math.max(0, stretch.daysLeft - 1) };
        return random.chance(isWorkday ? chance : chance * 0.2) ? level * factor * Math.exp(0.9 * random.normal()) : 0;
      };
    },
  },
  {
    name: 'sparse',
    sentence: 'comes and goes over months, works on few days, and then very different amounts',
    person: (random, days) => {
      const level = 12_000 * Math.exp(1.3 * random.normal());
      const from = Math.floor(days * (random.float() * 1.1 - 0.25));
      const through = from + Math.floor(20 + 0.6 * days * random.float() ** 2);
      const chance = 0.05 + 0.6 * random.float() ** 1.5;
      let spell = 0;
      return (day, isWorkday) => {
        if (day < from || day > through) {
          return 0;
        }
        spell = spell === 0 && random.chance(chance * 0.3) ? random.integer(1, 6) : Math.max(0, spell - 1);
        return random.chance((isWorkday ? 1 : 0.3) * (spell > 0 ? 0.8 : chance * 0.4))
          ? level * Math.exp(1.1 * random.normal())
          : 0;
      };
    },
  },
];

/*
 * What giving credits between the nights grants of what full foresight would grant, beside the nights
 * alone, on drawn traces of wanted use. Deterministic by seed; `--only` takes the worlds whose name holds a text.
 */

/** How live is told who works; the nights alone without. */
const sights: readonly { readonly name: string; readonly live?: Partial<LiveSetup> }[] = [
  { name: 'nightly' },
  { name: 'no names', live: {} },
  { name: 'no names, `seen`', live: { eveningReturn: 'seen' } },
  { name: 'all people', live: { peopleShare: 1 } },
  { name: '30 % of people', live: { peopleShare: 0.3 } },
  { name: '30 % and sign-ins', live: { peopleShare: 0.3, signInShare: 0.7 } },
  { name: '30 % of sessions', live: { sessionShare: 0.3 } },
  { name: 'all, 10 % wrong', live: { peopleShare: 1, wrongShare: 0.1 } },
  { name: 'all wrong', live: { peopleShare: 1, wrongShare: 1 } },
];

interface World {
  readonly name: string;
  readonly order: Omit<TraceOrder, 'seed' | 'shape'> & { readonly shape: string };
  readonly months: number;
  readonly demand: number;
  readonly seedsMax: number;
}

const fourMonths = { days: 122, from: '2026-03-01' } as const;
const many = 1_000;
const worlds: readonly World[] = [
  {
    name: 'busy month, 24',
    order: { shape: 'busy', users: 24, days: 31, from: '2026-03-01' },
    months: 1,
    demand: 1.1,
    seedsMax: many,
  },
  // Half a minute a policy: two of the seeds.
  {
    name: '20 sparse months, 468',
    order: { shape: 'sparse', users: 468, days: 608, from: '2025-01-01' },
    months: 20,
    demand: 1.1,
    seedsMax: 2,
  },
  ...['bursts', 'rotating'].flatMap((shape) =>
    [24, 150].map((users) => ({
      name: `${shape}, ${users}`,
      order: { shape, users, ...fourMonths },
      months: 4,
      demand: 1.67,
      seedsMax: many,
    })),
  ),
];

interface Row {
  readonly world: string;
  readonly seed: number;
  readonly sight: string;
  readonly granted: number;
  readonly overspent: number;
  readonly requestsPerDay: number;
  /** Where some people are seen and others not: what the others are granted, over what the nights alone grant them. */
  readonly unseenGranted?: number;
}

function rowsOf({ name, order, months, demand }: World, seed: number, capPercent: number): readonly Row[] {
  const bounds = { ...defaultLiveSetup.bounds, capPercent };
  const shape = [...liveShapes, ...demandShapes].find((one) => one.name === order.shape);
  if (shape === undefined) {
    throw new RangeError(`there is no shape ${order.shape}`);
  }
  const trace = drawTrace({ ...order, shape, seed });
  const wanted = trace.wanted.flat().reduce((sum, credits) => sum + credits, 0);
  const setup = backtestOf({ amountCredits: Math.floor(wanted / months / demand), window: 'month' });
  const best = backtestPolicy('clairvoyant', trace, setup).granted;
  return sights.map(({ name: sight, live }): Row => {
    const seen = { ...setup, live: { ...setup.live, ...live, bounds } };
    const score = backtestPolicy(live === undefined ? 'strict' : 'live', trace, seen);
    return {
      world: name,
      seed,
      sight,
      granted: score.granted / best,
      overspent: score.overspent,
      requestsPerDay: score.limitRequests / trace.days,
      ...unseenGranted(trace, seen, score),
    };
  });
}

function unseenGranted(trace: Trace, setup: BacktestSetup, score: PolicyScore): { readonly unseenGranted?: number } {
  const { peopleShare, signInShare } = setup.live;
  if (peopleShare === 0 || peopleShare === 1 || signInShare > 0) {
    return {};
  }
  const isSeen = new Map(
    new ReplayedHints(trace.users, setup.live).isSeen.map((seen, user) => [trace.users[user], seen]),
  );
  const grantedBy = ({ stops }: PolicyScore): number => {
    const wanted = trace.wanted.flatMap((days, user) => (isSeen.get(trace.users[user]) === true ? [] : days));
    const refused = stops.filter(({ user }) => isSeen.get(user) !== true);
    return (
      wanted.reduce((sum, credits) => sum + credits, 0) -
      refused.reduce((sum, { refusedCredits }) => sum + refusedCredits, 0)
    );
  };
  return { unseenGranted: grantedBy(score) / grantedBy(backtestPolicy('strict', trace, setup)) };
}

function rowsBy(rows: readonly Row[], sight: string, world?: string): readonly Row[] {
  return rows.filter((row) => row.sight === sight && (world === undefined || row.world === world));
}

function goalsOf(rows: readonly Row[]): readonly { readonly goal: string; readonly isReached: boolean }[] {
  const least = (sight: string, world?: string): number =>
    Math.min(...rowsBy(rows, sight, world).map(({ granted }) => granted));
  const names = [...new Set(rows.map(({ world }) => world))];
  const nightly = new Map(rowsBy(rows, 'nightly').map((row) => [`${row.world} ${row.seed}`, row]));
  const isAllRows = (sight: string, holds: (row: Row, night: Row) => boolean): boolean =>
    rowsBy(rows, sight).every((row) => {
      const night = nightly.get(`${row.world} ${row.seed}`);
      return night !== undefined && holds(row, night);
    });
  const isPatient = (sight: string): boolean =>
    isAllRows(sight, (row, night) => row.requestsPerDay <= 2.5 * night.requestsPerDay);
  return [
    { goal: 'nothing overspent', isReached: rows.every(({ overspent }) => overspent === 0) },
    { goal: 'all people seen: at least 0.98', isReached: least('all people') >= 0.98 },
    {
      goal: 'all people seen: 0.99 on average',
      isReached: average(rowsBy(rows, 'all people').map(({ granted }) => granted)) >= 0.99,
    },
    { goal: 'no names: at least 0.93 on a busy month', isReached: least('no names', 'busy month, 24') >= 0.93 },
    {
      goal: 'no names: more than the nights alone',
      isReached: isAllRows('no names', ({ granted }, night) => granted > night.granted),
    },
    {
      goal: '30 % of sessions: at least 0.93 on sparse months',
      isReached: !names.includes('20 sparse months, 468') || least('30 % of sessions', '20 sparse months, 468') >= 0.93,
    },
    {
      goal: 'at most 2.5 times the requests of the nights alone',
      isReached: ['no names', 'all people', '30 % of people', '30 % of sessions'].every(isPatient),
    },
  ];
}

function cellsTable(rows: readonly Row[], cellOf: (own: readonly Row[]) => string): string {
  const names = [...new Set(rows.map(({ world }) => world))];
  return tableText(
    ['work', ...sights.map(({ name }) => name)],
    names.map((world) => [world, ...sights.map(({ name }) => cellOf(rowsBy(rows, name, world)))]),
  );
}

await runClaim(import.meta, ({ text, number, numbers }) => {
  const chosen = worlds.filter(({ name }) => name.includes(text('only')));
  const rows = chosen.flatMap((world) =>
    numbers('seeds')
      .slice(0, world.seedsMax)
      .flatMap((seed) => rowsOf(world, seed, number('cap'))),
  );
  const giving = [10_000, 100_000].map(measureGiving);
  const goals = [
    ...goalsOf(rows),
    { goal: 'a round for 10,000 users in 50 ms', isReached: (giving[0]?.ms ?? Infinity) < 50 },
    { goal: 'a round for 100,000 users in a second', isReached: (giving[1]?.ms ?? Infinity) < 1_000 },
  ];
  const unseen = rows.flatMap(({ unseenGranted: share }) => share ?? []);
  return {
    document: { rows, giving, goals },
    ratios: [...Map.groupBy(rows, ({ world, sight }) => `${world}, ${sight}`)].map(([what, own]) => {
      const ratio = average(own.map(({ granted }) => granted));
      const overspent = Math.max(...own.map((row) => row.overspent));
      return {
        what: `granted between the nights, ${what}`,
        peer: 'clairvoyant',
        peerFigure: percent(1),
        ourFigure: `${percent(ratio)}, overspent ${overspent}`,
        ratio,
      };
    }),
    report: [
      `Granted, over what the clairvoyant grants: average (worst seed); cap ${number('cap')} %.\n`,
      cellsTable(rows, (own) => {
        const shares = own.map(({ granted }) => granted);
        return `${average(shares).toFixed(3)} (${Math.min(...shares).toFixed(3)})`;
      }),
      '\nRequests that set limits, a day.\n',
      cellsTable(rows, (own) => average(own.map(({ requestsPerDay }) => requestsPerDay)).toFixed(1)),
      `\nWith 30 % of people seen, the others are granted ${average(unseen).toFixed(3)} of what the nights alone grant them, ${Math.min(...unseen).toFixed(3)} at worst.`,
      ...giving.map(({ users, ms }) => `A round for ${users} users, half of whom ask: ${ms.toFixed(0)} ms.`),
      ...goals.map(({ goal, isReached }) => `${isReached ? 'reached' : 'MISSED '}  ${goal}`),
    ],
    hasReachedGoal: goals.every(({ isReached }) => isReached),
  };
});
