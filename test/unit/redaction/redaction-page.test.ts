import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { countFound, drawnOfEach, shownOf } from '../../support/redaction/count-found.ts';
import { harmlessKinds, type HarmlessKind } from '../../support/redaction/harmless-kinds.ts';

const page = join(import.meta.dirname, '..', '..', '..', 'docs', 'redaction.md');
const foundShareMin = 0.99;
const hiddenShareMax = 0.03;

const found = countFound();
const prices = harmlessKinds.map((kind) => ({
  kind,
  hidden: kind.values.filter((value) => isHidden(kind, value)).length,
}));

function isHidden({ plant }: HarmlessKind, value: unknown): boolean {
  return shownOf({ settings: plant(value) }) !== JSON.stringify(plant(value));
}

function inPlace(place: HarmlessKind['place']): { readonly hidden: number; readonly values: number } {
  const rows = prices.filter(({ kind }) => kind.place === place);
  return {
    hidden: rows.reduce((sum, row) => sum + row.hidden, 0),
    values: rows.reduce((sum, { kind }) => sum + kind.values.length, 0),
  };
}

function costIn(place: HarmlessKind['place']): readonly string[] {
  return prices
    .filter(({ kind }) => kind.place === place)
    .map(({ kind, hidden }) => `- ${kind.name}: ${hidden} of ${kind.values.length}`);
}

test.each(found)('at least 99 of 100 drawn secrets leave no trace: $kind', ({ found: count, missed }) => {
  expect(
    missed
      .slice(0, 3)
      .map(shownOf)
      .slice(0, count < drawnOfEach * foundShareMin ? 3 : 0),
  ).toEqual([]);
  expect(count).toBeGreaterThanOrEqual(drawnOfEach * foundShareMin);
});

test('at most 3 of 100 harmless values are hidden in documented fields', () => {
  const { hidden, values } = inPlace('documented');

  expect(hidden / values).toBeLessThanOrEqual(hiddenShareMax);
});

test('the page says how many were found of each kind, and what that costs', async () => {
  const rows = found.map(({ kind, found: count }) => `- ${kind}${count === drawnOfEach ? '' : `: ${count}`}`);
  const { hidden, values } = inPlace('documented');
  const lists = [
    '<!-- made by the tests: vitest run test/unit/redaction -u -->',
    '',
    `Found of ${drawnOfEach} drawn of each kind; without a number, all:`,
    '',
    ...rows,
    '',
    `Harmless values hidden in documented fields: ${hidden} of ${values} (${((hidden / values) * 100).toFixed(1)} %).`,
    '',
    ...costIn('documented'),
    '',
    'In undocumented fields:',
    '',
    ...costIn('not documented'),
    '',
  ].join('\n');

  const [prose = ''] = readFileSync(page, 'utf8').split('<!-- made by the tests');

  await expect(`${prose}${lists}`).toMatchFileSnapshot(page);
});
