import { expect, test } from 'vitest';
import type { EnforcementWork } from '../../../../shared/application/enforcement/enforcement-work.ts';
import type { BatchState } from '../../../../shared/application/enforcement/apply-caps.ts';
import { createRunCache } from '../../../../shared/application/enforcement/plan-run.ts';

test('once nothing more is sent, the records of what was sent are all that stays of the sending', async () => {
  const records = new Map([['ann', { userId: 'ann', email: 'ann@acme.example', unsettled: [] }]]);
  const cache = createRunCache({} as EnforcementWork, undefined);
  cache.sending = { records } as unknown as BatchState;

  cache.endSending();

  expect(cache.sending).toBeUndefined();
  expect(await cache.records()).toBe(records);
});
