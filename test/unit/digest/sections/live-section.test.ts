import { expect, test } from 'vitest';

import { liveSection, type LiveOfWeek } from '../../../../shared/digest/sections/live-section.ts';
import type { LiveReport } from '../../../../shared/live/live-state.ts';

const week = { from: '2026-03-09', through: '2026-03-15' };
const day = (from: string) => ({ from, through: from });
const pool = {
  scope: 'org',
  window: 'month',
  amountCredits: 100,
  provenCredits: 60,
  worstCaseCredits: 90,
  unboundedUsers: 0,
};
const report: LiveReport = {
  runId: 'r',
  at: '2026-03-16T06:50:00.000Z',
  standing: { kind: 'on', scale: 1 },
  seenUsers: 3,
  pools: [
    { ...pool, freeCredits: 40 },
    { ...pool, scope: 'team:web', freeCredits: 0 },
  ],
  given: { users: 0, credits: 0 },
};

function notesOf(over: Partial<LiveOfWeek>): readonly string[] {
  const sections = liveSection({ state: { report }, compared: [], failures: [], ...over }, week);
  return sections.flatMap((section) => (section.kind === 'notes' ? section.notes : []));
}

test('the week says what was given in it, and what can be given of each pool', () => {
  const given = [
    { day: '2026-03-08', credits: 900, raises: 9 },
    { day: '2026-03-09', credits: 1_000, raises: 1 },
    { day: '2026-03-15', credits: 500, raises: 1 },
  ];

  const notes = notesOf({ state: { report, given } });

  expect(notes).toContainEqual(expect.stringMatching(/1,500 credits .* 2 raises/u));
  expect(notes.filter((note) => note.includes('extra credits are free'))).toEqual([
    expect.stringContaining('org month: '),
  ]);
});

test('a day that did not agree with the bill is named, and one before the week is not', () => {
  const failure = { billedCredits: 1_200, allowedCredits: 900 };
  const failures = [
    { ...day('2026-03-08'), ...failure },
    { ...day('2026-03-12'), ...failure },
  ];
  const failed = notesOf({ compared: failures, failures }).filter((note) => note.includes('did not agree'));

  expect(failed).toEqual([expect.stringContaining('12 Mar 1,200 credits')]);
  expect(notesOf({ compared: [day('2026-03-08'), day('2026-03-12')] })).toContainEqual(
    expect.stringContaining('1 comparison'),
  );
});

test('nothing is said before the first run, or where it is off', () => {
  expect(liveSection({ state: {}, compared: [], failures: [] }, week)).toEqual([]);
  expect(notesOf({ state: { report: { ...report, standing: { kind: 'off' } } } })).toEqual([]);
});
