import { expect, test } from 'vitest';
import type { EnforcementWork } from '../../../../shared/application/enforcement/enforcement-work.ts';
import { createRunCache, type PlanSender } from '../../../../shared/application/enforcement/plan-run.ts';

test('once nothing more is sent, the records of what was sent are all that stays of the sending', async () => {
  const records = new Map([['ann', { userId: 'ann', email: 'ann@acme.example', unsettled: [] }]]);
  const cache = createRunCache({} as EnforcementWork, undefined);
  cache.planSender = { sending: { records } } as unknown as PlanSender;

  cache.endSending();

  expect(cache.planSender).toBeUndefined();
  expect(await cache.records()).toBe(records);
});
