import { expect, test } from 'vitest';

import { decideGiving, provePools, type LiveLook } from '../../../shared/live/give.ts';
import { april, aLook, at, march } from './looks.ts';

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

test('in the evening what is not needed is taken back until the night, but not where all is divided again at midnight', () => {
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
  // A hook whose sessions are not known says no more of what is used.
  expect(takenFrom({ ...evening, reportedIds: new Set(['b']) })).toEqual([]);
  expect(takenFrom({ ...evening, eveningReturn: 'everybody' })).toEqual(['b']);
});

test('whoever has met the limit is given something when their hook reports, though no session of theirs is known', () => {
  const met: LiveLook = { ...aLook([march]), seen: new Map() };
  const reported: LiveLook = { ...met, reportedIds: new Set(['a']) };

  expect(decideGiving(met, provePools(met))).toEqual([]);
  expect(decideGiving(reported, provePools(reported))).toMatchObject([{ userId: 'a', limitCredits: 450 }]);
});
