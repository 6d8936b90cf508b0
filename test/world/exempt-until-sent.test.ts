import { expect, test } from 'vitest';

import type { EnforcementPorts } from '../../shared/enforcement/use-cases/enforcement-work.ts';
import { PlatformUnavailableError } from '../../shared/kernel/runs/ports.ts';
import { checkInvariants } from './check-invariants.ts';
import { aStillWorld, night, runDurably } from './durable-world.ts';
import {
  instantOf,
  invoke,
  runEnforcement,
  setBudgets,
  type EnforcementWorld,
  type Scenario,
} from './enforcement-world.ts';
import { largeOrganization } from './scenarios.ts';
import { hourMs } from './virtual-clock.ts';

/* What a guard lets pass by its nature goes on passing until it was sent, however often the sending breaks off. */

const blastRadius = { loweredShare: 0.3, blockedUsersMax: 10, raisedShare: 0.5 };
const organization = { ...largeOrganization(250), settings: { blastRadius } };
const dayBefore = '2026-01-17';

type Alter = (ports: EnforcementPorts) => EnforcementPorts;

/** From one PUT on something fails every time. */
function fromPut(first: number, fail: EnforcementPorts['limitWriter']['setLimits']): Alter {
  let puts = 0;
  return (ports) => ({
    ...ports,
    limitWriter: {
      async setLimits(entries) {
        puts += 1;
        return puts < first ? ports.limitWriter.setLimits(entries) : fail(entries);
      },
    },
  });
}

const breaks: readonly (readonly [string, () => Alter])[] = [
  ['a table fails for good', () => fromPut(2, async () => Promise.reject(new Error('the table is not there')))],
  ['the platform goes away', () => fromPut(2, async () => Promise.reject(new PlatformUnavailableError('away')))],
  [
    'the platform refuses every row',
    () =>
      fromPut(2, async (entries) => ({
        kind: 'answered',
        rows: entries.map(() => ({ kind: 'failed', problem: 'not today' })),
      })),
  ],
  [
    'the platform does not answer',
    () => fromPut(2, async () => Promise.resolve({ kind: 'unknown', problem: 'no answer' })),
  ],
];

/** Caps were set with extra credits for everybody, which are over tonight. */
async function worldOfEndedTopUps(): Promise<EnforcementWorld> {
  const topUps = organization.members.flatMap(({ email }) =>
    email === undefined ? [] : [{ email, credits: 4_000, from: '2026-01-14', to: dayBefore }],
  );
  return worldAfter(dayBefore, { topUps });
}

async function worldAfter(day: string, terms: Partial<Scenario> = {}): Promise<EnforcementWorld> {
  const world = aStillWorld({ ...organization, ...terms });
  await runEnforcement(world, day);
  return world;
}

/** The run of an hour later. */
async function nextRun(world: EnforcementWorld) {
  world.clock.moveTo(Math.max(world.clock.now(), instantOf(night)) + hourMs);
  const at = new Date(world.clock.now()).toISOString();
  return (await invoke(world, { runId: 'next', at, onlyIfUnfinished: false })).outcome;
}

test.for(breaks)('top-ups that are over hold no plan of the next run where %s', async ([, alter]) => {
  const world = await worldOfEndedTopUps();
  await runDurably(world, { alter: alter() }).catch(() => {});

  const outcome = await nextRun(world);

  expect(outcome).toMatchObject({ status: 'complete' });
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test.for(breaks)('the first caps of a window are not held on its second day where %s', async ([, alter]) => {
  const world = await worldAfter(dayBefore, { anchorDay: 18 });
  setBudgets(world, [{ scope: 'default', window: 'month', amount: 2_000 }]);
  await runDurably(world, { alter: alter() }).catch(() => {});

  const { outcome } = await runEnforcement(world, '2026-01-19');

  expect(outcome).toMatchObject({ status: 'complete' });
});

test('whose cap was moved by a run that broke off is judged by the next one as ever', async () => {
  const world = await worldAfter(dayBefore, { anchorDay: 18 });
  setBudgets(world, [{ scope: 'default', window: 'month', amount: 5_500 }]);
  await runDurably(world, { alter: fromPut(3, async () => Promise.reject(new PlatformUnavailableError('away'))) });
  setBudgets(world, [{ scope: 'default', window: 'month', amount: 2_000 }]);

  const { outcome } = await runEnforcement(world, '2026-01-19');

  expect(outcome).toMatchObject({ status: 'held', held: { guard: 'blast-radius' } });
});

test('what was sent whole is exempt no more', async () => {
  const world = await worldOfEndedTopUps();
  await runDurably(world);
  setBudgets(world, [{ scope: 'default', window: 'month', amount: 2_000 }]);

  const { outcome } = await runEnforcement(world, '2026-01-19');

  expect(outcome).toMatchObject({ status: 'held', held: { guard: 'blast-radius' } });
});
