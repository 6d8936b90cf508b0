import { expect, test } from 'vitest';

import { exemptionStatus, exemptPeople } from '../../../shared/grants/exemption.ts';
import { anExemption } from '../../support/grants.ts';

test.for([
  ['2026-01-20', 'in-force'],
  ['2026-03-31', 'in-force'],
  ['2026-04-01', 'over'],
] as const)('an exemption until 31 March is on %s %s', ([day, standing]) => {
  expect(exemptionStatus(anExemption({}), day)).toBe(standing);
});

test('an exemption that was ended is nothing any more', () => {
  const ended = anExemption({ endedAt: '2026-03-10T09:00:00.000Z' });

  expect(exemptionStatus(ended, '2026-03-09')).toBe('ended');
  expect(exemptPeople([ended], '2026-03-12').emails.size).toBe(0);
});

test('of several exemptions of one user any one in force is enough', () => {
  const people = exemptPeople([anExemption({ until: '2026-03-01' }), anExemption({})], '2026-03-15');

  expect([...people.emails]).toEqual(['ann@acme.example']);
});

test('a former exemption lasted until it ran out or was ended, whichever came first', () => {
  const over = anExemption({ until: '2026-03-05' });
  const ended = anExemption({ endedAt: '2026-03-10T09:00:00.000Z' });
  const endedAfterItsTime = anExemption({ until: '2026-03-05', endedAt: '2026-03-12T09:00:00.000Z' });

  expect([...exemptPeople([over], '2026-03-15').exemptUntil.values()]).toEqual(['2026-03-06T00:00:00.000Z']);
  expect([...exemptPeople([ended, over], '2026-03-15').exemptUntil.values()]).toEqual(['2026-03-10T09:00:00.000Z']);
  expect([...exemptPeople([endedAfterItsTime], '2026-03-15').exemptUntil.values()]).toEqual([
    '2026-03-06T00:00:00.000Z',
  ]);
});
