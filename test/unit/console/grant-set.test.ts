import { expect, test } from 'vitest';

import { exemptionSet, givenLess, topUpSet } from '../../../console/pages/people/grant-set.ts';

const given = [
  { email: 'ann@x.example', credits: 300 },
  { email: 'Ben@x.example', credits: 500 },
];

test('marked people get each their own credits, with the same days and reason', () => {
  const terms = { to: '2026-11-30', reason: 'release' };
  expect(topUpSet(given, terms)).toEqual({
    topUps: [
      { scope: 'user:ann@x.example', credits: 300, ...terms },
      { scope: 'user:Ben@x.example', credits: 500, ...terms },
    ],
  });
  expect(exemptionSet(['ann@x.example'], { until: '2026-11-30', reason: 'launch' })).toEqual({
    exemptions: [{ email: 'ann@x.example', until: '2026-11-30', reason: 'launch' }],
  });
});

test('people whose limit rises by less than they are given are named with how much', () => {
  const changes = [
    { email: 'ben@x.example', from: 1_000, to: 1_100 },
    { email: 'cid@x.example', from: null, to: null },
  ];
  const all = [...given, { email: 'cid@x.example', credits: 5 }];
  expect(givenLess(all, changes)).toEqual([
    { email: 'ann@x.example', gets: 0, credits: 300 },
    { email: 'Ben@x.example', gets: 100, credits: 500 },
  ]);
  expect(
    givenLess(
      given,
      given.map(({ email, credits }) => ({ email, from: 1, to: 1 + credits })),
    ),
  ).toEqual([]);
});
