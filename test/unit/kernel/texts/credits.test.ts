import { afterEach, expect, test } from 'vitest';

import {
  creditsAlone,
  creditsCosting,
  creditsOfDays,
  creditsOver,
  creditsPhrase,
  creditsText,
  creditsTitle,
  notationIn,
  notationOn,
  notationText,
  shortCredits,
  writeCreditsAs,
} from '../../../../shared/kernel/texts/credits.ts';

afterEach(() => writeCreditsAs(creditsAlone));

const prices = ['2026-01-01 12.50 EUR'];

test.each([
  ['credits', '1,234,567', '1,234,567 credits', '1.23M', 'Used (credits)'],
  ['money', '€15.43', '€15.43', '€15.43', 'Used'],
  ['both', '1,234,567 (€15.43)', '1,234,567 credits (€15.43)', '1.23M (€15.43)', 'Used (credits)'],
] as const)('texts show %s, as the setting says', (show, ...texts) => {
  writeCreditsAs(notationOn({ show, prices }, '2026-03-01'));

  const written = [creditsText(1_234_567), creditsPhrase(1_234_567), shortCredits(1_234_567), creditsTitle('Used')];
  expect(written).toStrictEqual(texts);
});

const changed = ['2026-01-01 10 EUR', '2026-03-02 20 EUR'];

test('past use is written at the price of its days, and without money where only a sum over a change is known', () => {
  writeCreditsAs(notationOn({ show: 'both', prices: changed }, '2026-03-20'));
  const days = [
    { day: '2026-03-01', credits: 1_000_000 },
    { day: '2026-03-02', credits: 500_000 },
  ];

  expect(creditsOfDays(days)).toBe('1,500,000 (€20.00)');
  expect(creditsOver(1_000_000, { from: '2026-02-01', through: '2026-03-01' }, 'phrase')).toBe(
    '1,000,000 credits (€10.00)',
  );
  expect(creditsOver(1_000_000, { from: '2026-02-01', through: '2026-03-02' })).toBe('1,000,000');
  expect(creditsOver(1_000_000, { from: '2025-12-31', through: '2026-01-02' }, 'short')).toBe('1M');
  expect(creditsCosting(1_500_000, [{ amount: '20', currency: 'EUR' }])).toBe('1,500,000 (€20.00)');
  // What is still to be used is written at the price of today.
  expect(creditsText(1_000_000)).toBe('1,000,000 (€20.00)');
});

test('a notation with earlier prices is read back from its header', () => {
  const notation = notationOn({ show: 'both', prices: changed }, '2026-03-20');

  expect(notationText(notation)).toBe('both 2026-01-01 10 EUR, 2026-03-02 20 EUR');
  expect(notationIn(notationText(notation) ?? null)).toStrictEqual(notation);
});

test('without a price on a day, texts show credits alone', () => {
  writeCreditsAs(notationOn({ show: 'money', prices }, '2025-12-31'));

  expect([creditsText(1_234_567), creditsTitle('Used')]).toStrictEqual(['1,234,567', 'Used (credits)']);
});

test('a notation is read back from its header, and anything else is credits alone', () => {
  const notation = notationOn({ show: 'both', prices }, '2026-03-01');

  expect(notationText(notation)).toBe('both 2026-01-01 12.50 EUR');
  expect(notationIn('both 2026-01-01 12.50 EUR')).toStrictEqual(notation);
  expect([null, '', 'both', 'all 2026-01-01 12.50 EUR', 'both 2026-01-01 12.50 EURO'].map(notationIn)).toStrictEqual(
    Array.from({ length: 5 }, () => creditsAlone),
  );
  expect(notationText(creditsAlone)).toBeUndefined();
});
