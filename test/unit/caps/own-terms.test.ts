import { expect, test } from 'vitest';

import { ownTermsOf } from '../../../shared/caps/cap-plan.ts';
import type { Layer } from '../../../shared/caps/person.ts';
import { credits } from '../../support/domain-samples.ts';
import { partOf } from '../../support/part-of.ts';

const window = { kind: 'month', from: '2026-03-01', through: '2026-03-31' } as const;
const layer: Layer = { scope: { kind: 'default' }, window, amount: credits(1_000), topUpCredits: 0, usedCredits: 400 };
const bounds = { unlimitedCredits: 1_000_000 };

test('use and what it leaves are no terms', () => {
  const used = { ...layer, usedCredits: 900, headroomCredits: 100 };

  expect(ownTermsOf([used], partOf(bounds))).toBe(ownTermsOf([layer], partOf(bounds)));
});

test.for<readonly [string, readonly Layer[], Partial<Parameters<typeof ownTermsOf>[1]>]>([
  ['an amount', [{ ...layer, amount: credits(999) }], {}],
  ['an amount that is unlimited', [{ ...layer, amount: { kind: 'unlimited' } }], {}],
  ['the scope of a budget', [{ ...layer, scope: { kind: 'user', email: 'ann@acme.example' } }], {}],
  ['the window of a budget', [{ ...layer, window: { ...window, kind: 'week' } }], {}],
  ['a top-up', [{ ...layer, topUpCredits: 1 }], {}],
  ['another budget', [layer, layer], {}],
  ['no budget', [], {}],
  ['the floor', [layer], { floorCredits: 10 }],
  ['the ceiling', [layer], { ceilingCredits: 10 }],
])('%s is one of the terms', ([, layers, said]) => {
  expect(ownTermsOf(layers, partOf({ ...bounds, ...said }))).not.toBe(ownTermsOf([layer], partOf(bounds)));
});
