/*
 * What each way of dividing a pool grants of what somebody who knows every wish would grant, on traces of wanted use
 * of 1.67 times the pool. Deterministic by seed. `--seeds 1,2,3` and `--json` are understood.
 */
import { parseArgs } from 'node:util';

import { backtestOf } from '../../shared/backtest/backtest-setup.ts';
import { backtest, backtestPolicy } from '../../shared/backtest/backtest.ts';
import { demandShapes, drawTrace, type DemandShape } from '../demand/demand-shapes.ts';

const demandOfPool = 1.67;
const from = '2026-03-01';
const days = 122;
const months = 4;
const coldDemands = [1.1, 1.67, 3];
const sizes = [
  { users: 24, goal: 0.95 },
  { users: 150, goal: 0.92 },
];

interface Row {
  readonly users: number;
  readonly shape: string;
  readonly seed: number;
  /** Share of what the clairvoyant grants. */
  readonly strict: number;
  readonly equalSplit: number;
  readonly reactiveOverspent: number;
  readonly overcommit: number;
  readonly overcommitOverspent: number;
  readonly strictOverspent: number;
}

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '101,102,103' }, json: { type: 'boolean', default: false } },
});
const seeds = values.seeds.split(',').map(Number);

function rowOf(shape: DemandShape, users: number, seed: number): Row {
  const trace = drawTrace({ shape, users, days, from, seed });
  const wanted = trace.wanted.flat().reduce((sum, credits) => sum + credits, 0);
  const amountCredits = Math.floor(wanted / months / demandOfPool);
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

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function figure(number: number): string {
  return number.toFixed(3).padStart(7);
}

/** One month and no history: what is known is learned on the way. */
function coldShare(shape: DemandShape, order: { users: number; seed: number; demand: number }): number {
  const trace = drawTrace({ shape, users: order.users, days: 31, from, seed: order.seed });
  const wanted = trace.wanted.flat().reduce((sum, credits) => sum + credits, 0);
  const setup = backtestOf({ amountCredits: Math.floor(wanted / order.demand), window: 'month' });
  return backtestPolicy('strict', trace, setup).granted / backtestPolicy('clairvoyant', trace, setup).granted;
}

function printCold(): void {
  console.log('\nOne month without history, strict: average and worst, by how many times the pool is wanted.\n');
  console.log(`| users | work | ${coldDemands.map((demand) => `${demand} times`).join(' | ')} |`);
  console.log(`| ---: | --- | ${coldDemands.map(() => '---:').join(' | ')} |`);
  for (const { users } of sizes) {
    for (const shape of demandShapes) {
      const cells = coldDemands.map((demand) => {
        const shares = seeds.map((seed) => coldShare(shape, { users, seed, demand }));
        return `${figure(average(shares))} (${Math.min(...shares).toFixed(3)})`;
      });
      console.log(`| ${users} | ${shape.name} | ${cells.join(' | ')} |`);
    }
  }
}

const rows = sizes.flatMap(({ users }) =>
  demandShapes.flatMap((shape) => seeds.map((seed) => rowOf(shape, users, seed))),
);

if (values.json) {
  console.log(JSON.stringify(rows, null, 2));
} else {
  console.log(`Shares of what the clairvoyant grants; ${months} months, seeds ${seeds.join(', ')}.\n`);
  console.log(
    '| users | work | strict | worst seed | strict overspent | equal split | reactive overspends | overcommit 1.2 | overspends |',
  );
  console.log('| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
  for (const { users } of sizes) {
    for (const { name } of demandShapes) {
      const own = rows.filter((row) => row.users === users && row.shape === name);
      const cells = [
        figure(average(own.map((row) => row.strict))),
        figure(Math.min(...own.map((row) => row.strict))),
        String(Math.max(...own.map((row) => row.strictOverspent))),
        figure(average(own.map((row) => row.equalSplit))),
        figure(average(own.map((row) => row.reactiveOverspent))),
        figure(average(own.map((row) => row.overcommit))),
        figure(average(own.map((row) => row.overcommitOverspent))),
      ];
      console.log(`| ${users} | ${name} | ${cells.join(' | ')} |`);
    }
  }
  for (const { users, goal } of sizes) {
    const own = rows.filter((row) => row.users === users).map((row) => row.strict);
    console.log(
      `\n${users} users: strict grants ${average(own).toFixed(3)} on average (goal ${goal}), ${Math.min(...own).toFixed(3)} at worst.`,
    );
  }
  printCold();
}
