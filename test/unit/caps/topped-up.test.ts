import { expect, test } from 'vitest';

import { type Layer, toppedUp } from '../../../shared/caps/person.ts';
import { credits } from '../../support/domain-samples.ts';

function aLayer(said: Partial<Layer>): Layer {
  const window = { kind: 'month', from: '2026-03-01', through: '2026-03-31' } as const;
  const numbers = { amount: credits(1_000), topUpCredits: 0, usedCredits: 400, headroomCredits: 600 };
  return { scope: { kind: 'default' }, window, ...numbers, ...said };
}

test('headroom is amount and top-ups without what was used, and each number is shown', () => {
  expect(toppedUp([aLayer({})], 250)).toEqual([aLayer({ topUpCredits: 250, headroomCredits: 850 })]);
});

test('a top-up first makes good what was used past the amount', () => {
  const over = aLayer({ usedCredits: 1_300, headroomCredits: 0 });

  expect(toppedUp([over], 250)[0]?.headroomCredits).toBe(0);
  expect(toppedUp([over], 350)[0]?.headroomCredits).toBe(50);
});

test.for([
  [{ kind: 'user', email: 'ann@acme.example' }, 700],
  [{ kind: 'default' }, 700],
  [{ kind: 'org' }, 600],
  [{ kind: 'team', name: 'core' }, 600],
] as const)('a budget of %o has a headroom of %s with a top-up of 100', ([scope, headroom]) => {
  expect(toppedUp([aLayer({ scope })], 100)[0]?.headroomCredits).toBe(headroom);
});

test('an unlimited budget has nothing to be raised', () => {
  const { headroomCredits: _none, ...unlimited } = aLayer({ amount: { kind: 'unlimited' } });

  expect(toppedUp([unlimited], 100)).toEqual([unlimited]);
});

test('the largest amount stays an exact number', () => {
  const [layer] = toppedUp([aLayer({ amount: credits(Number.MAX_SAFE_INTEGER - 10) })], 1_000);

  expect(layer?.topUpCredits).toBe(10);
});

test('without top-ups every layer is as it was', () => {
  const layers = [aLayer({ usedCredits: 1_300, headroomCredits: 0 })];

  expect(toppedUp(layers, 0)).toBe(layers);
});
