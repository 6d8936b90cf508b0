import { expect, test } from 'vitest';
import { memoryLedgerStore } from '../../../../shared/adapters/memory/memory-ledger-store.ts';
import { memoryJournal } from '../../../../shared/adapters/memory/memory-journal.ts';
import { memoryTeamStore } from '../../../../shared/adapters/memory/memory-team-store.ts';
import { memoryUserStore } from '../../../../shared/adapters/memory/memory-user-store.ts';
import { showUsage } from '../../../../shared/application/queries/show-usage.ts';
import { aLedgerDay } from '../../../support/domain-samples.ts';

async function someLedger() {
  const [users, ledger] = [memoryUserStore(), memoryLedgerStore()];
  await users.put([
    { userId: 'ann', email: 'Ann@acme.example' },
    { userId: 'bob', email: 'bob@acme.example' },
  ]);
  await ledger.putDay(aLedgerDay({ day: '2026-03-01' }));
  await ledger.putDay(aLedgerDay({ day: '2026-03-02', status: 'suspect' }));
  await ledger.putRows('2026-03-01', [
    { userId: 'ann', credits: 30, email: null },
    { userId: 'former-ann', credits: 20, email: 'ann@acme.example ' },
    { userId: 'stray', credits: 50, email: 'stray@acme.example' },
  ]);
  await ledger.putRows('2026-03-02', [{ userId: 'ann', credits: 100, email: null }]);
  return { users, ledger, teams: memoryTeamStore(memoryJournal()) };
}

const range = { from: '2026-03-01', through: '2026-03-03' };

test('use adds up by user, whatever id the report knows them under, and nobody is left out', async () => {
  const outcome = await showUsage(await someLedger(), { range });

  expect(outcome).toMatchObject({
    totalCredits: 200,
    dataThrough: '2026-03-01',
    users: [
      { userId: 'ann', email: 'Ann@acme.example', credits: 150, share: 0.75 },
      { userId: 'stray', email: 'stray@acme.example', credits: 50, share: 0.25 },
      { userId: 'bob', credits: 0, share: 0 },
    ],
  });
});

test('one user is told by day, with suspect and missing days marked', async () => {
  const outcome = await showUsage(await someLedger(), { range, email: ' ANN@acme.example' });

  expect(outcome).toMatchObject({
    users: [{ userId: 'ann', credits: 150 }],
    days: [
      { day: '2026-03-01', status: 'complete', credits: 50 },
      { day: '2026-03-02', status: 'suspect', credits: 100 },
      { day: '2026-03-03', status: 'missing', credits: 0 },
    ],
  });
});

test('of an email that nobody has, those that were perhaps meant are named', async () => {
  const outcome = await showUsage(await someLedger(), { range, email: 'anne@acme.example' });

  expect(outcome).toEqual({ kind: 'nobody', near: ['Ann@acme.example'] });
});
