import { describe, expect, test } from 'vitest';

import { type OwnPerson, budgetName, noLimitText, ownStatusOf } from '../../../../console/pages/me/own-status.ts';
import { partOf } from '../../../support/part-of.ts';

type Explanation = OwnPerson['explanation'];

const limited = {
  verdict: 'limited',
  reason: null,
  headroom: 0,
  binding: { scope: 'team:web', window: 'month' },
  heldBy: null,
  resetsAt: '2026-12-01T00:00:00.000Z',
} as unknown as Explanation;
const stopped = {
  left: { limit: 1_000, left: 0, resetsAt: '2027-01-01T00:00:00.000Z', through: '2026-11-20', seen: 0 },
  explanation: limited,
} as unknown as OwnPerson;

describe('how somebody stands', () => {
  test('with nothing left they are stopped, until the budget that decides is counted again', () => {
    expect(ownStatusOf(stopped)).toEqual({
      kind: 'stopped',
      until: '2026-12-01T00:00:00.000Z',
      because: expect.stringMatching(/monthly .*team web/u),
    });
  });

  test('with nothing left of the limit in force, and something of the budgets, the next run frees them', () => {
    expect(ownStatusOf({ ...stopped, explanation: { ...limited, headroom: 5 } }).kind).toBe('freed-soon');
  });

  test.each([
    [100, 'low'],
    [101, 'free'],
  ])('with %i of 1,000 left they are %s', (left, kind) => {
    expect(ownStatusOf({ ...stopped, left: { ...stopped.left, left } as OwnPerson['left'] }).kind).toBe(kind);
  });

  test('the ceiling of all limits is named where it decides', () => {
    const held = { ...limited, heldBy: { kind: 'ceiling', credits: 1_000 } } as Explanation;

    expect(ownStatusOf({ ...stopped, explanation: held }).because).toContain('ceiling');
  });

  test('without a limit it says why there is none', () => {
    const exempt = { ...limited, verdict: 'stays', reason: 'exempt' } as Explanation;

    expect(ownStatusOf({ ...stopped, left: null, explanation: exempt }).kind).toBe('no-limit');
    expect(noLimitText(partOf({ explanation: exempt }))).toContain('exempt');
    expect(noLimitText(partOf({ explanation: limited }))).toContain('next run');
  });
});

test.each([
  ['user:ann@acme.example', 'day', 'your daily budget'],
  ['default', 'week', 'the default weekly budget'],
  ['team:web', 'platform', 'the billing-window budget of team web'],
  ['org', 'quarter', 'the quarterly budget of the organization'],
] as const)('the budget %s is named as the person would call it', (scope, window, name) => {
  expect(budgetName(scope, window)).toBe(name);
});
