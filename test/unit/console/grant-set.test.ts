import { expect, test } from 'vitest';

import { exemptionSet, topUpSet, unchanged } from '../../../console/pages/people/grant-set.ts';

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

test('people whose limit stays are named, in any case of their email', () => {
  expect(unchanged(given, [{ email: 'ben@x.example' }])).toEqual(['ann@x.example']);
});
