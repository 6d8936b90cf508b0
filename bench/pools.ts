import { backtestOf } from '../shared/backtest/backtest-setup.ts';
import { backtest, backtestPolicy } from '../shared/backtest/backtest.ts';
import { demandShapes, drawTrace, type DemandShape } from './demand/demand-shapes.ts';
import { runClaim } from './measure/claim.ts';
import { average, percent, tableText } from './measure/figures.ts';

/*
 * What each way of dividing a pool grants of what full foresight would grant, on traces of wanted use of
 * 1.67 times the pool. Deterministic by seed.
 */
const demandOfPool = 1.67;
const from = '2026-03-01';
const days = 122;
const months = 4;
const coldDemands = [1.1, 1.67, 3];
const sizes = [
  { users: 24, goal: 0.95 },
  { users: 150, goal: 0.92 },
];

interface Case {
  readonly shape: DemandShape;
  readonly users: number;
  readonly seed: number;
}

/** Shares of what the clairvoyant grants; `strictOverspent` is in credits. */
function rowOf({ shape, users, seed }: Case) {
  const trace = drawTrace({ shape, users, days, from, seed });
  const amountCredits = Math.floor(wantedOf(trace.wanted) / months / demandOfPool);
  const scores = new Map(backtest(trace, backtestOf({ amountCredits, window: 'month' })).map((one) => [one.name, one]));
  const best = scores.get('clairvoyant')?.granted ?? 0;
  const share = (credits: number | undefined): number => (credits ?? 0) / best;
  return {
    users,
    shape: shape.name,
    seed,
    strict: share(scores.get('strict')?.granted),
    equalSplit: share(scores.get('equal-split')?.granted),
    reactiveOverspent: share(scores.get('reactive')?.overspent),
    overcommit: share(scores.get('overcommit')?.granted),
    overcommitOverspent: share(scores.get('overcommit')?.overspent),
    strictOverspent: scores.get('strict')?.overspent ?? Number.NaN,
  };
}

type Row = ReturnType<typeof rowOf>;

function wantedOf(wanted: readonly (readonly number[])[]): number {
  return wanted.flat().reduce((sum, credits) => sum + credits, 0);
}

/** One month and no history: what is known is learned on the way. */
function coldShare({ shape, users, seed }: Case, demand: number): number {
  const trace = drawTrace({ shape, users, days: 31, from, seed });
  const setup = backtestOf({ amountCredits: Math.floor(wantedOf(trace.wanted) / demand), window: 'month' });
  return backtestPolicy('strict', trace, setup).granted / backtestPolicy('clairvoyant', trace, setup).granted;
}

function cellsOf(own: readonly Row[]): readonly (string | number)[] {
  const mean = (of: (row: Row) => number): string => average(own.map(of)).toFixed(3);
  return [
    mean(({ strict }) => strict),
    Math.min(...own.map(({ strict }) => strict)).toFixed(3),
    Math.max(...own.map(({ strictOverspent }) => strictOverspent)),
    mean(({ equalSplit }) => equalSplit),
    mean(({ reactiveOverspent }) => reactiveOverspent),
    mean(({ overcommit }) => overcommit),
    mean(({ overcommitOverspent }) => overcommitOverspent),
  ];
}

function coldTable(seeds: readonly number[]): string {
  const rows = sizes.flatMap(({ users }) =>
    demandShapes.map((shape) => [
      users,
      shape.name,
      ...coldDemands.map((demand) => {
        const shares = seeds.map((seed) => coldShare({ shape, users, seed }, demand));
        return `${average(shares).toFixed(3)} (${Math.min(...shares).toFixed(3)})`;
      }),
    ]),
  );
  return tableText(['users', 'work', ...coldDemands.map((demand) => `${demand} times`)], rows, 2);
}

await runClaim(import.meta, ({ numbers }) => {
  const seeds = numbers('seeds');
  const rows = sizes.flatMap(({ users }) =>
    demandShapes.flatMap((shape) => seeds.map((seed) => rowOf({ shape, users, seed }))),
  );
  const groups = [...Map.groupBy(rows, ({ users, shape }) => `${users} users, ${shape}`)];
  const titles = ['strict', 'worst seed', 'strict overspent', 'equal split', 'reactive overspends', 'overcommit 1.2'];
  return {
    document: rows,
    ratios: groups.map(([what, own]) => {
      const ratio = average(own.map(({ strict }) => strict));
      const overspent = Math.max(...own.map(({ strictOverspent }) => strictOverspent));
      return {
        what: `granted by a strict pool, ${what}`,
        peer: 'clairvoyant',
        peerFigure: percent(1),
        ourFigure: `${percent(ratio)}, overspent ${overspent}`,
        ratio,
      };
    }),
    report: [
      `Shares of what the clairvoyant grants; ${months} months, seeds ${seeds.join(', ')}.\n`,
      tableText(
        ['users', 'work', ...titles, 'overspends'],
        groups.map(([, own]) => [own[0]?.users ?? 0, own[0]?.shape ?? '', ...cellsOf(own)]),
        2,
      ),
      ...sizes.map(({ users, goal }) => {
        const own = rows.filter((row) => row.users === users).map(({ strict }) => strict);
        return `\n${users} users: strict grants ${average(own).toFixed(3)} on average (goal ${goal}), ${Math.min(...own).toFixed(3)} at worst.`;
      }),
      '\nOne month without history, strict: average and worst, by how many times the pool is wanted.\n',
      coldTable(seeds),
    ],
    hasReachedGoal: true,
  };
});
