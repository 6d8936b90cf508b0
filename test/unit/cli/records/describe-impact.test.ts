import { expect, test } from 'vitest';

import { describeImpact } from '../../../../cli/records/describe-impact.ts';
import { noEdits } from '../../../../shared/impact/proposed-edits.ts';
import { impactDocument, stoppedByDocument } from '../../../../shared/impact/use-cases/impact-document.ts';
import type { ShownImpact } from '../../../../shared/impact/use-cases/show-impact.ts';
import { styleFor } from '../../../../shared/terminal/style.ts';
import { aTopUp } from '../../../support/grants.ts';

const nothing: ShownImpact = {
  edits: noEdits,
  emails: new Map(),
  at: '2026-03-15T10:00:00.000Z',
  countsOn: '2026-03-15',
  dataThrough: '2026-03-14',
  held: undefined,
  stoppedBeside: new Set(),
  inputsHash: 'h',
  effects: [],
  movedAnyway: 0,
  stopped: [],
  freed: [],
  pools: [],
  warnings: [],
  past: { method: 'totals', stops: [] },
  harms: [],
};

function toldOf(said: Partial<ShownImpact>): string {
  const shown = { ...nothing, ...said };
  const lookedAt = { impact: impactDocument(shown), unlimited: 1e9, stoppedBy: stoppedByDocument(shown) };
  return describeImpact(lookedAt, styleFor({ isTerminal: false }, {}));
}

const bob = {
  userId: 'bob',
  email: 'bob@acme.example',
  limitCredits: 5,
  usedCredits: 5,
  cause: { kind: 'budget', scope: { kind: 'default' }, window: 'month' },
} as const;

test('an edit that moves no limit says so, and of others how many move anyway', () => {
  expect(toldOf({})).toBe('No limit changes by this.');
  expect(toldOf({ movedAnyway: 2 })).toBe('No limit changes by this. 2 other limits move in the next run anyway.');
});

test.each<[Partial<ShownImpact>, string]>([
  [{ stopped: [bob] }, '1 person is STOPPED at once by default / month: bob@acme.example.'],
  [{ freed: [bob] }, '1 person who is stopped can work again: bob@acme.example.'],
])('an edit that stops or frees somebody does not say beside it that no limit changes: %o', (said, words) => {
  expect(toldOf(said)).toBe(words);
  expect(toldOf({ ...said, movedAnyway: 1 })).toBe(`${words}\n1 other limit moves in the next run anyway.`);
});

test('whom a plan that waits would stop is stopped once it is approved, but for those whose stop never waits', () => {
  const held = { guard: 'blast-radius', detail: 'd' } as const;
  const cem = { ...bob, userId: 'cem', email: 'cem@acme.example' };

  expect(toldOf({ stopped: [bob], held })).toContain('STOPPED once it is approved by default / month');
  expect(toldOf({ stopped: [bob, cem], held, stoppedBeside: new Set(['bob']) })).toContain(
    'STOPPED once it is approved (1 of all at once) by default / month',
  );
});

test('a first limit is listed, and so is one of a person whom the edit frees or names; limits that hardly move without a pool are not put down to one', () => {
  const limit = { userId: 'bob', email: 'bob@acme.example', isStopped: false, binding: undefined };
  const binding = { scope: { kind: 'default' }, window: 'month', usedCredits: 5, headroomCredits: 994 } as const;
  const first = { ...limit, fromCredits: undefined, withoutCredits: undefined, toCredits: 5 };
  const slight = {
    ...limit,
    fromCredits: 1000,
    withoutCredits: 1000,
    toCredits: 999,
    binding,
  } as const;

  expect(toldOf({ effects: [first] })).toMatch(/^1 limit falls\.\n[^]+bob@acme\.example +no limit +5/u);
  expect(toldOf({ effects: [first] })).not.toContain('1 %');
  expect(toldOf({ effects: [slight], freed: [bob] })).toMatch(/bob@acme\.example +1,000 +999/u);
  const move = { ...noEdits, grants: [aTopUp({ takenFrom: 'bob@acme.example' })] };
  expect(toldOf({ effects: [slight], edits: move })).toMatch(/bob@acme\.example +1,000 +999/u);
  expect(toldOf({ effects: [slight] })).toMatch(/^1 limit falls \(by 1 credits?\)\.\n1 limit moves by 1 % or less\.$/u);
});
