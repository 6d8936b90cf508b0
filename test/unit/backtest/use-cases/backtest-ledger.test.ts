import { expect, test } from 'vitest';

import { readTraceSpan, traceOfSpans } from '../../../../shared/backtest/use-cases.ts';
import { memoryLedgerStore, memoryUserStore } from '../../../../shared/enforcement/memory-store.ts';
import { aLedgerDay } from '../../../support/domain-samples.ts';

test('the ledger is a trace of its trusted days, users by the email of the roster where there is one', async () => {
  const [ledger, users] = [memoryLedgerStore(), memoryUserStore()];
  await users.put([
    { userId: 'u1', email: 'Ann@B.example', metadata: { unit: 'web' } },
    { userId: 'u2', email: 'idle@b.example' },
    { userId: 'u3', email: 'gone@b.example', goneSince: '2026-03-02' },
  ]);
  await ledger.putDay(aLedgerDay({ day: '2026-03-01' }));
  await ledger.putRows('2026-03-01', [
    { userId: 'u1', credits: 5, email: 'old@b.example' },
    { userId: 'stray', credits: 6, email: 'Stray@b.example' },
    { userId: 'nameless', credits: 7, email: null },
  ]);
  await ledger.putDay(aLedgerDay({ day: '2026-03-02', status: 'suspect', hasTrustedFigures: false }));
  await ledger.putRows('2026-03-02', [{ userId: 'u1', credits: 9, email: null }]);
  await ledger.putDay(aLedgerDay({ day: '2026-03-03' }));

  const week = await readTraceSpan({ ledger, users }, { from: '2026-03-02', through: '2026-03-08' });
  const before = await readTraceSpan({ ledger, users }, { from: '2026-02-23', through: '2026-03-01' });
  const trace = traceOfSpans([{ ...before, people: [] }, week]);

  const date = '2026-03-01';
  expect(trace).toEqual({
    rows: [
      { user: 'ann@b.example', date, credits: 0 },
      { user: 'idle@b.example', date, credits: 0 },
      { user: 'nameless', date, credits: 7 },
      { user: 'stray@b.example', date, credits: 6 },
      { user: 'ann@b.example', date, credits: 5 },
    ],
    unknownDays: 1,
    metadataOf: new Map([['ann@b.example', { unit: 'web' }]]),
  });
});

test('an empty ledger is an empty trace', async () => {
  const ports = { ledger: memoryLedgerStore(), users: memoryUserStore() };
  const trace = traceOfSpans([await readTraceSpan(ports, { from: '2026-03-04', through: '2026-03-10' })]);

  expect(trace).toEqual({ rows: [], unknownDays: 0, metadataOf: new Map() });
});
