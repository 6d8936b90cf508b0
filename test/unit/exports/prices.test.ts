import { expect, test } from 'vitest';

import { memoryLedgerStore, memoryUserStore } from '../../../shared/enforcement/memory-store.ts';
import { exports } from '../../../shared/exports/api.ts';
import { pricesFrom } from '../../../shared/exports/exported-rows.ts';
import { memoryJournal } from '../../../shared/journal/store/memory-journal.ts';
import type { OperationWork } from '../../../shared/kernel/api/operation.ts';
import { Settings } from '../../../shared/settings/contract/settings.ts';
import { memoryTeamStore } from '../../../shared/teams/memory-store.ts';
import { aLedgerDay } from '../../support/domain-samples.ts';

const prices = ['2026-02-01 12.50 EUR', '2026-07-01 11 EUR'];

async function exported(organization?: string) {
  const [users, ledger] = [memoryUserStore(), memoryLedgerStore()];
  await ledger.putDay(aLedgerDay({ day: '2026-03-01', totalCredits: 2_000_000 }));
  await ledger.putRows('2026-03-01', [{ userId: 'ann', credits: 2_000_000, email: null }]);
  const readSettings = () => Settings.parse({ money: { prices, show: 'credits' } });
  const installation = {
    users,
    ledger,
    journal: memoryJournal(),
    teams: memoryTeamStore(memoryJournal()),
    readSettings,
    organization,
  };
  const { document } = await exports.operations.exportUsage(
    { installation, nowMs: Date.parse('2026-03-05T12:00:00Z') } as unknown as OperationWork,
    { from: '2026-03-01', to: '2026-03-01' },
  );
  return document;
}

test('usage has money at the price of its day, also where pages show credits alone', async () => {
  const document = await exported();

  expect(document.rows).toMatchObject([{ credits: 2_000_000, money: '25', currency: 'EUR' }]);
  expect(document.prices).toStrictEqual(prices);
});

test('the account of an export is the organization of the deployment, for the page as for the command', async () => {
  expect([(await exported('acme')).account, (await exported()).account]).toStrictEqual(['acme', 'organization']);
});

test('the command that sets a price for an earlier day keeps those that are set', () => {
  const text = pricesFrom('2026-01-15', prices);

  expect(text).toBe('2026-01-15 12.50 EUR;2026-02-01 12.50 EUR;2026-07-01 11 EUR');
  expect(() => Settings.parse({ money: { prices: text.split(';') } })).not.toThrow();
});
