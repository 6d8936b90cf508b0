import { expect, test } from 'vitest';

import { doubtedRecord } from '../../../shared/limits/doubted-record.ts';
import type { LimitRecord } from '../../../shared/limits/limit-record.ts';

const at = '2026-03-16T09:00:00.000Z';
const sent = { limitCredits: 500, at: '2026-03-14T02:30:00.000Z', runId: 'enforce-2026-03-14' };
const record: LimitRecord = { userId: 'user-a', email: 'ada@acme.example', unsettled: [] };

test('a confirmed limit in doubt counts as sent once more, without an answer', () => {
  const confirmed = { ...sent, answeredAt: '2026-03-14T02:30:05.000Z' };

  expect(doubtedRecord({ ...record, confirmed }, at)).toEqual({ ...record, confirmed, unsettled: [{ ...sent, at }] });
});

test('a limit that was never confirmed, or is in doubt already, stays as it is', () => {
  const never = { ...record, unsettled: [sent] };
  const inDoubt = doubtedRecord({ ...record, confirmed: sent }, at);

  expect(doubtedRecord(never, at)).toBe(never);
  expect(doubtedRecord(record, at)).toBe(record);
  expect(doubtedRecord(inDoubt, '2026-03-17T09:00:00.000Z')).toBe(inDoubt);
});
