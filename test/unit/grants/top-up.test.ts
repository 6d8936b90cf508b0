import { expect, test } from 'vitest';

import { topUpCreditsByEmail, topUpCreditsByPool, topUpStatus } from '../../../shared/grants/top-up.ts';
import { aTopUp } from '../../support/grants.ts';

const topUp = aTopUp({ from: '2026-03-10', to: '2026-03-12' });

test.for([
  ['2026-03-09', 'upcoming'],
  ['2026-03-10', 'in-force'],
  ['2026-03-12', 'in-force'],
  ['2026-03-13', 'over'],
] as const)('a top-up of 10 to 12 March is on %s %s', ([day, standing]) => {
  expect(topUpStatus(topUp, day)).toBe(standing);
});

test('a top-up that was ended is nothing any more, on no day', () => {
  expect(topUpStatus({ ...topUp, endedAt: '2026-03-11T09:00:00.000Z' }, '2026-03-11')).toBe('ended');
});

test('the top-ups in force add up for each user, and others count for nothing', () => {
  const topUps = [
    aTopUp({ credits: 100 }),
    aTopUp({ credits: 30 }),
    aTopUp({ credits: 7, to: '2026-03-14' }),
    aTopUp({ credits: 5, from: '2026-03-16' }),
    aTopUp({ credits: 1, endedAt: '2026-03-02T00:00:00.000Z' }),
    aTopUp({ email: 'bob@acme.example', credits: 11 }),
  ];

  const credits = topUpCreditsByEmail(topUps, '2026-03-15');

  expect([...credits]).toEqual([
    ['ann@acme.example', 130],
    ['bob@acme.example', 11],
  ]);
});

test('the top-ups in force add up for each team, apart from those of its members', () => {
  const core = { kind: 'team', name: 'core' } as const;
  const topUps = [
    aTopUp({ scope: core, credits: 100 }),
    aTopUp({ scope: core, credits: 30 }),
    aTopUp({ scope: core, credits: 7, to: '2026-03-14' }),
    aTopUp({ scope: { kind: 'team', name: 'Core' }, credits: 5 }),
    aTopUp({ credits: 11 }),
  ];

  const credits = topUpCreditsByPool(topUps, '2026-03-15');

  expect([...credits]).toEqual([
    ['team:core', 130],
    ['team:Core', 5],
  ]);
  expect([...topUpCreditsByEmail(topUps, '2026-03-15')]).toEqual([['ann@acme.example', 11]]);
});

test('a pool is raised by the top-ups that say so too, once each', () => {
  const core = { kind: 'team', name: 'core' } as const;
  const org = { kind: 'org' } as const;
  const topUps = [
    aTopUp({ credits: 100, raises: [core, org] }),
    aTopUp({ scope: core, credits: 30, raises: [core, org], for: ['ann@acme.example'] }),
    aTopUp({ credits: 7, raises: [org], to: '2026-03-14' }),
  ];

  expect([...topUpCreditsByPool(topUps, '2026-03-15')]).toEqual([
    ['team:core', 130],
    ['org', 130],
  ]);
});
