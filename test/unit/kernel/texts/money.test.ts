import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  exactCosts,
  exactMoney,
  historyProblem,
  moneyOf,
  moneyOfDays,
  moneyText,
  priceOn,
  pricesIn,
  readPrice,
  shortMoney,
} from '../../../../shared/kernel/texts/money.ts';

const prices = pricesIn(['2026-01-01 12.50 EUR', '2026-03-15 11 EUR']);

test('a day has the price that began last', () => {
  expect(
    ['2025-12-31', '2026-01-01', '2026-03-14', '2026-03-15', '2027-01-01'].map((day) => priceOn(prices, day)?.amount),
  ).toStrictEqual([undefined, '12.50', '12.50', '11', '11']);
});

test.each([
  ['12.50', 1_234_567, '15.4320875', '€15.43'],
  ['0.000001', 1, '0.000000000001', '<€0.01'],
  ['12.50', 0, '0', '€0.00'],
  ['999999999.999999', 9_007_199_254_740_991, '9007199254740981992.800745259009', '€9,007,199,254,740,981,992.80'],
  ['10', 500, '0.005', '€0.01'],
  ['10', 499, '0.00499', '<€0.01'],
  ['10', -1_000_000, '-10', '-€10.00'],
])('at %s a million, %i credits cost exactly %s, rounded once for people', (amount, credits, exact, text) => {
  const money = moneyOf(credits, { from: '2026-01-01', amount, currency: 'EUR' });

  expect([exactMoney(money), moneyText(money)]).toStrictEqual([exact, text]);
});

test('a table of very many costs has each of them exactly', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.maxSafeInteger(), fc.integer()),
      fc.constantFrom('0', '0.000001', '10', '12.50', '999999999.999999'),
      (credits, amount) => {
        const price = { from: '2026-01-01', amount, currency: 'EUR' };

        expect(exactCosts(price)(credits)).toBe(exactMoney(moneyOf(credits, price)));
      },
    ),
  );
});

test('money is rounded to the smallest unit of its currency', () => {
  const textIn = (currency: string) => moneyText(moneyOf(1_234_567, { from: '2026-01-01', amount: '1000', currency }));

  expect(['JPY', 'USD', 'KWD', 'CHF'].map(textIn)).toStrictEqual([
    '¥1,235',
    '$1,234.57',
    'KWD 1,234.567',
    'CHF 1,234.57',
  ]);
});

test('large sums are short on bars and axes', () => {
  const short = (credits: number) =>
    shortMoney(moneyOf(credits, { from: '2026-01-01', amount: '10', currency: 'USD' }));

  expect([short(1_000_000), short(123_456_789), short(123_456_789_000)]).toStrictEqual(['$10.00', '$1.23K', '$1.23M']);
});

test('the money of days is the sum of each day at its own price, in whatever order', () => {
  const use = fc.array(
    fc.record({
      day: fc.constantFrom('2026-01-01', '2026-03-14', '2026-03-15', '2026-04-01'),
      credits: fc.nat(10_000_000_000),
    }),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(use, (days) => {
      const exact = days.reduce(
        (sum, { day, credits }) => sum + BigInt(credits) * (day < '2026-03-15' ? 12_500_000n : 11_000_000n),
        0n,
      );

      expect(moneyOfDays(days, prices)).toStrictEqual([{ currency: 'EUR', trillionths: exact }]);
      expect(moneyOfDays(days.toReversed(), prices)).toStrictEqual(moneyOfDays(days, prices));
    }),
  );
});

test('days in two currencies have two sums, and a day without a price has no money', () => {
  const changed = pricesIn(['2026-01-01 10 USD', '2026-02-01 9 EUR']);

  expect(
    moneyOfDays(
      [
        { day: '2026-01-31', credits: 1_000_000 },
        { day: '2026-02-01', credits: 2_000_000 },
      ],
      changed,
    )?.map(moneyText),
  ).toStrictEqual(['$10.00', '€18.00']);
  expect(moneyOfDays([{ day: '2025-12-31', credits: 1 }], changed)).toBeUndefined();
  expect(moneyOfDays([{ day: '2025-12-31', credits: 0 }], changed)).toStrictEqual([]);
});

test.each([
  [
    '12.50 EUR',
    '"12.50 EUR" is no price; give its first day, the amount for a million credits and the currency, such as 2026-01-01 12.50 EUR',
  ],
  ['1/2/2026 12.50 EUR', 'did you mean 2026-01-02 or 2026-02-01?'],
  ['2026-01-01 12,50 EUR', 'did you mean 12.50?'],
  ['2026-01-01 1e3 EUR', '"1e3" is no decimal number; give digits with a point before the decimals, such as 12.50'],
  ['2026-01-01 -5 EUR', '"-5" is negative; give a price of 0 or more'],
  ['2026-01-01 1.2345678 EUR', 'too many digits; give at most 9 before the point and 6 after it'],
  ['2026-01-01 1234567890 EUR', 'too many digits'],
  ['2026-01-01 12.50 EURO', '"EURO" is no currency; give its code of ISO 4217, such as EUR; the nearest is EUR'],
])('the price "%s" is refused with what to write', (text, problem) => {
  expect(readPrice(text)).toStrictEqual({ problem: expect.stringContaining(problem) as string });
});

test('a price is read in any case of its currency', () => {
  expect(readPrice(' 2026-01-01  12.50  eur ')).toStrictEqual({ from: '2026-01-01', amount: '12.50', currency: 'EUR' });
});

test('prices begin one after the other, each on a day of its own', () => {
  const problem = (...texts: string[]) => historyProblem(pricesIn(texts));

  expect(problem('2026-01-01 1 EUR', '2026-02-01 2 EUR')).toBeUndefined();
  expect(problem('2026-01-01 1 EUR', '2026-01-01 2 EUR')).toBe(
    'two prices begin on 2026-01-01; give one for each first day',
  );
  expect(problem('2026-02-01 1 EUR', '2026-01-01 2 EUR')).toBe(
    'the price from 2026-01-01 stands after the one from 2026-02-01; give them in the order of their first days',
  );
});
