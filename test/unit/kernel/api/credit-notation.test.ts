import { afterEach, expect, test } from 'vitest';

import { callerOfMachine } from '../../../../shared/kernel/access/caller.ts';
import { httpApi } from '../../../../shared/kernel/api/http/http-api.ts';
import { creditsAlone, notationIn, writeCreditsAs } from '../../../../shared/kernel/texts/credits.ts';
import { Settings } from '../../../../shared/settings/contract/settings.ts';
import type { Installation } from '../../../../shared/wiring/installation.ts';

afterEach(() => writeCreditsAs(creditsAlone));

const prices = ['2026-01-01 12.50 EUR', '2026-07-01 11 EUR'];

function headerOf(money: object, now: string) {
  const settings = Settings.parse({ money });
  const app = httpApi({
    installation: { readSettings: () => settings } as unknown as Installation,
    now: () => Date.parse(now),
    identify: () => callerOfMachine('ada'),
    onError: () => {},
  });
  return async () => (await app.request('/api/settings')).headers.get('curfew-credits');
}

test('an answer says how credits are written: at the price of its day, after those before', async () => {
  const header = await headerOf({ prices }, '2026-06-30T23:59:00Z')();

  expect(notationIn(header)).toStrictEqual({
    show: 'both',
    price: { from: '2026-01-01', amount: '12.50', currency: 'EUR' },
  });
  expect(await headerOf({ prices, show: 'money' }, '2026-07-01T00:00:00Z')()).toBe(
    'money 2026-01-01 12.50 EUR, 2026-07-01 11 EUR',
  );
});

test('without a price, or with credits alone, an answer says nothing of it', async () => {
  expect(await headerOf({ prices }, '2025-12-31T12:00:00Z')()).toBeNull();
  expect(await headerOf({ prices, show: 'credits' }, '2026-06-30T12:00:00Z')()).toBeNull();
});

test.each([
  ['2026-01-01 12.50 EURO', 'is no currency'],
  ['2026-01-01 -1 EUR', 'is negative'],
])('the setting refuses the price %s', (price, problem) => {
  expect(() => Settings.parse({ money: { prices: [price] } })).toThrow(problem);
});

test('the setting refuses prices out of order', () => {
  expect(() => Settings.parse({ money: { prices: prices.toReversed() } })).toThrow('stands after the one from');
});
