import { expect, test } from 'vitest';

import { describeLeft, personalLeft } from '../../../shared/hook/personal-left.ts';
import type { LimitRecord } from '../../../shared/limits/limit-record.ts';

const sent = { limitCredits: 1_000, at: '2026-03-10T02:30:00.000Z', runId: 'r' };
const record: LimitRecord = { userId: 'u', email: 'u@acme.example', unsettled: [], confirmed: sent };
const terms = {
  usedCredits: 300,
  through: '2026-03-14',
  today: '2026-03-15',
  platformWindow: { anchorDay: 1 },
  unlimitedCredits: 1_000_000,
};

test('left is the limit in force without the known use, and it resets when the window of the budget that decided turns', () => {
  expect(personalLeft(record, terms)).toEqual({
    leftCredits: 700,
    limitCredits: 1_000,
    resetsOn: '2026-04-01',
    through: '2026-03-14',
  });
  expect(personalLeft({ ...record, confirmed: { ...sent, window: 'day' } }, terms)?.resetsOn).toBe('2026-03-16');
  expect(personalLeft({ ...record, confirmed: { ...sent, window: 'week' } }, terms)?.resetsOn).toBe('2026-03-16');
});

test('of limits that may be in force the least counts, and nobody has less than nothing', () => {
  const unsettled = [{ ...sent, limitCredits: 200 }];

  expect(personalLeft({ ...record, unsettled }, terms)?.leftCredits).toBe(0);
});

test('without a limit there is nothing to say', () => {
  expect(personalLeft(undefined, terms)).toBeUndefined();
  expect(personalLeft({ ...record, confirmed: { ...sent, limitCredits: 1_000_000 } }, terms)).toBeUndefined();
  expect(describeLeft(undefined)).toBe('');
});

test('the line names what is left, of what, known through when, and when it resets', () => {
  expect(describeLeft(personalLeft(record, terms))).toBe(
    'Curfew: 700 credits left of a limit of 1,000 (known through 14 Mar); resets Wed 1 Apr, 00:00 UTC',
  );
  expect(describeLeft(personalLeft(record, { ...terms, usedCredits: 2_000 }))).toMatch(/^Curfew: nothing left/);
});

test('what is seen since the known day is counted as about right, and not once more when the day is known', () => {
  const seen = [
    { day: '2026-03-14', credits: 200 },
    { day: '2026-03-15', credits: 100 },
  ];

  expect(personalLeft(record, { ...terms, seen })).toMatchObject({ leftCredits: 600, seenCredits: 100 });
  expect(describeLeft(personalLeft(record, { ...terms, seen }))).toMatch(
    /about 600 .*1,000 \(.*14 Mar, about 100 seen.*\); resets Wed 1 Apr, 00:00 UTC/u,
  );
  const behind = { ...terms, usedCredits: 100, through: '2026-03-13', seen };
  expect(personalLeft(record, behind)).toMatchObject({ leftCredits: 600, seenCredits: 300 });
  const known = { ...terms, usedCredits: 400, through: '2026-03-15', seen };
  expect(describeLeft(personalLeft(record, known))).toMatch(/^Curfew: 600/u);
});

test('of a new platform window nothing that was seen before it is counted', () => {
  const { through: _, ...unknown } = terms;
  const seen = [
    { day: '2026-03-31', credits: 900 },
    { day: '2026-04-01', credits: 50 },
  ];
  const turned = { ...unknown, usedCredits: 0, today: '2026-04-01', seen };

  expect(personalLeft(record, turned)?.leftCredits).toBe(950);
  expect(personalLeft(record, { ...turned, through: '2026-03-30' })?.leftCredits).toBe(950);
});
