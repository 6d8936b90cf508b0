import { afterEach, expect, test } from 'vitest';

import { capTable } from '../../../../cli/caps/cap-table.ts';
import type { CapsDocument } from '../../../../shared/caps/contract/cap-document.ts';
import { creditsAlone, notationOn, writeCreditsAs } from '../../../../shared/kernel/texts/credits.ts';
import { styleFor } from '../../../../shared/terminal/style.ts';

const style = styleFor({ isTerminal: false }, {});
const platformWindow = { from: '2026-03-01', through: '2026-03-31' };
const cap: CapsDocument[number] = {
  userId: 'ann',
  email: 'ann@acme.example',
  limit: null,
  used: 400,
  headroom: null,
  exposure: null,
  binding: null,
  reserved: 0,
  status: 'confirmed',
  team: null,
  stopped: false,
};

afterEach(() => writeCreditsAs(creditsAlone));

function rowOf(view: Partial<CapsDocument[number]>): string | undefined {
  return capTable([{ ...cap, ...view }], { unlimited: 1_000_000, platformWindow }, style).split('\n')[1];
}

test('a cap has a row of figures', () => {
  const row = rowOf({ limit: 1_000, headroom: 600, exposure: 1_200 });

  expect(row).toBe('ann@acme.example  1,000   400   600     1,200  no budget  confirmed');
});

test('what stands for no limit is shown as unlimited', () => {
  const row = rowOf({ limit: 1_000_000, headroom: 999_600, exposure: 1_000_000 });

  expect(row).toBe('ann@acme.example  unlimited   400  unlimited  unlimited  no budget  confirmed');
});

test('who never had a limit has none, and an exposure that is not known', () => {
  expect(rowOf({ status: 'unknown' })).toMatch(/^ann@acme.example +none +400 +not known +no budget +unknown$/);
});

test('what was used over a change of the price stands without money', () => {
  const usedAt = (prices: readonly string[]) => {
    writeCreditsAs(notationOn({ show: 'both', prices }, '2026-03-20'));
    return /none +(400.*?) {2}/u.exec(rowOf({}) ?? '')?.[1];
  };

  expect(usedAt(['2026-01-01 1000 EUR'])).toBe('400 (€0.40)');
  expect(usedAt(['2026-01-01 1000 EUR', '2026-03-15 2000 EUR'])).toBe('400');
});
