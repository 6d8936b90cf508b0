import { expect, test } from 'vitest';
import { decideGiving, provePools, type LiveLook } from '../../../../shared/domain/live/give.ts';
import type { DividedMember } from '../../../../shared/domain/pools/member-exposure.ts';
import type { Pool } from '../../../../shared/domain/pools/pool.ts';

const at = (time: string): number => Date.parse(`2026-03-31T${time}:00Z`);

function member(userId: string, knownCredits: number, limitCredits: number): DividedMember {
  return {
    userId,
    knownCredits,
    reportedCredits: knownCredits,
    limits: [{ limitCredits, fromMs: at('00:00'), outcome: 'confirmed' }],
    demand: { activeChance: 1, medianCredits: 1, spread: 1 },
  };
}

function month(from: string, through: string, knownCredits: number): Pool {
  const guarantee = { kind: 'strict' } as const;
  return {
    name: from,
    window: { from, through },
    amountCredits: 1_000,
    guarantee,
    knownCredits,
    memberIds: ['a', 'b'],
  };
}

const april = month('2026-04-01', '2026-04-30', 0);
const march = month('2026-03-01', '2026-03-31', 400);

/** On the last day of March: `a` has used more than the limit in force, and is seen at work. */
function aLook(pools: readonly Pool[]): LiveLook {
  return {
    division: {
      members: [member('a', 400, 0), member('b', 0, 550)],
      pools,
      exposureTerms: {
        moment: {
          nowMs: at('10:00'),
          knownUntilMs: at('00:00'),
          heldUntilMs: at('24:00') + 35 * 60_000,
          platformWindow: { anchorDay: 1 },
        },
        assumptions: { settleDays: 0, enforcementDelayMinutes: 30, inFlightCredits: 0 },
      },
    },
    proof: { readings: [], bounds: { errorPercent: 25, slackCredits: 0, capPercent: 0 }, lagMs: 0 },
    seen: new Map([['a', { hintedCredits: 1, hourCredits: 100, idleHours: 0 }]]),
    coverage: 1,
    hoursUntilNight: 14,
    eveningReturn: 'seen',
    trancheCredits: 100,
  };
}

test.each([
  ['in the order of time', [march, april]],
  ['in another', [april, march]],
])('on the eve of a window nobody is given more than is free of the next one too: pools %s', (_order, pools) => {
  const look = aLook(pools);

  const changes = decideGiving(look, provePools(look));

  // In April 550 of the 900 are held by b, and what a may use begins at 0.
  const given = changes.find(({ userId }) => userId === 'a')?.limitCredits ?? 0;
  expect(given).toBeLessThanOrEqual(350);
});

test('in the middle of a window what is used counts', () => {
  const look = aLook([march]);

  const changes = decideGiving(look, provePools(look));

  expect(changes).toMatchObject([{ userId: 'a', limitCredits: 450 }]);
});

test('in the evening what is not needed is taken back until the night, but not where all is divided anew at midnight', () => {
  const moment = { knownUntilMs: at('00:00') - 86_400_000, heldUntilMs: at('03:00'), platformWindow: { anchorDay: 1 } };
  const on = (nowMs: number, look = aLook([march])): LiveLook => ({
    ...look,
    hoursUntilNight: 4,
    seen: new Map([['b', { hintedCredits: 40, hourCredits: 10, idleHours: 3 }]]),
    division: { ...look.division, exposureTerms: { ...look.division.exposureTerms, moment: { ...moment, nowMs } } },
  });
  const takenAt = (nowMs: number) => decideGiving(on(nowMs), provePools(on(nowMs)));
  const dayMs = 86_400_000;

  expect(takenAt(at('22:50') - dayMs)).toMatchObject([{ userId: 'b', reason: 'evening' }]);
  expect([at('21:50') - dayMs, at('23:50') - dayMs, at('22:50')].flatMap(takenAt)).toEqual([]);
  // Of whom nothing is seen, what the night gave stays, unless an admin wants it back from everybody.
  const evening: LiveLook = { ...on(at('22:50') - dayMs), seen: new Map() };
  const takenFrom = (look: LiveLook) => decideGiving(look, provePools(look)).map(({ userId }) => userId);
  expect(takenFrom(evening)).toEqual([]);
  expect(takenFrom({ ...evening, eveningReturn: 'everybody' })).toEqual(['b']);
});
