import { expect, test } from 'vitest';

import { focusColumns, focusRows } from '../../../shared/exports/exported-rows.ts';
import { pricesIn } from '../../../shared/kernel/texts/money.ts';

const row = {
  status: 'complete',
  userId: 'ann',
  email: null,
  team: null,
  model: null,
  credits: 1,
  correctedOn: null,
} as const;
const terms = { account: 'acme', anchorDay: 1, prices: pricesIn(['2026-02-01 12.50 EUR']) };

test('FOCUS names the first day without a price before a row is made', () => {
  expect(
    focusRows(
      [
        { ...row, day: '2026-01-31' },
        { ...row, day: '2026-02-01' },
      ],
      terms,
    ),
  ).toEqual({
    unpriced: '2026-01-31',
  });
});

test('the columns of FOCUS are those of its rows', () => {
  const made = focusRows([{ ...row, day: '2026-02-01' }], terms);

  expect('rows' in made && made.rows.map((each) => Object.keys(each))).toEqual([focusColumns()]);
});
