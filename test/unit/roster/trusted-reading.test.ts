import { expect, test } from 'vitest';

import type { Run, RunOutcome } from '../../../shared/kernel/runs/run.ts';
import type { KnownUser } from '../../../shared/roster/person.ts';
import { judgeReading } from '../../../shared/roster/roster-doubt.ts';
import { anOutcome } from '../../support/domain-samples.ts';

const now = '2026-03-15T06:15:00.000Z';

function night(day: string, said: Partial<RunOutcome> = {}, suffix = 'nightly'): Run {
  const at = `${day}T02:30:00.000Z`;
  return { runId: `enforce-${at}-${suffix}`, job: 'enforce', at, startedAt: at, outcome: anOutcome(said) };
}

function left(count: number, day: string): readonly KnownUser[] {
  const at = `${day}T02:30:00.000Z`;
  const gone = { goneSince: day, events: [{ kind: 'left', at }] } as const;
  return [
    ...Array.from({ length: 20 }, (_, index) => ({ userId: `here${index}` })),
    ...Array.from({ length: count }, (_, index) => ({ userId: `gone${index}`, ...gone })),
  ];
}

test.for([
  ['complete', {}],
  ['partial', { status: 'partial' }],
  ['held for approval', { status: 'held', held: { guard: 'blast-radius', detail: '' } }],
] as const)('what a night read is trusted that is %s', ([, said]) => {
  expect(judgeReading([night('2026-03-15', said), night('2026-03-14')], [], now)).toEqual({
    kind: 'trusted',
    through: '2026-03-15T02:30:00.000Z',
  });
});

test.for([
  ['failed', night('2026-03-15', { status: 'failed' }), 'failed'],
  [
    'is in doubt',
    night('2026-03-15', { status: 'held', held: { guard: 'trust-gate', detail: 'gap' } }),
    'in doubt: gap',
  ],
] as const)('a night that %s reports nothing, whatever the one before was', ([, run, detail]) => {
  expect(judgeReading([run, night('2026-03-14')], [], now)).toMatchObject({
    kind: 'untrusted',
    hold: { guard: 'trust-gate', detail: expect.stringContaining(detail) },
  });
});

test('before any night there is nothing to report', () => {
  expect(judgeReading([], [], now).kind).toBe('untrusted');
});

test('only nights that have ended by then count: no window start, no edit, none that another run kept from working', () => {
  const { outcome: _, ...atWork } = night('2026-03-15');
  const kept = night('2026-03-15', { status: 'held', held: { guard: 'another-run', detail: '' } }, 'hourly');
  const edit = night('2026-03-15', {}, 'edit-1a');
  const later = night('2026-03-16');

  expect(judgeReading([later, kept, edit, atWork, night('2026-03-14')], [], now)).toEqual({
    kind: 'trusted',
    through: '2026-03-14T02:30:00.000Z',
  });
});

test('many who are missing at once are reported by the next reading, if they are still missing then', () => {
  const users = left(6, '2026-03-15');

  expect(judgeReading([night('2026-03-15')], users, now)).toMatchObject({
    kind: 'untrusted',
    hold: { detail: expect.stringContaining('6 users are missing') },
  });
  expect(judgeReading([night('2026-03-16')], users, '2026-03-16T06:15:00.000Z').kind).toBe('trusted');
  expect(judgeReading([night('2026-03-15')], left(5, '2026-03-15'), now).kind).toBe('trusted');
});
