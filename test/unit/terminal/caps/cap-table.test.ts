import { expect, test } from 'vitest';

import type { CapView } from '../../../../shared/explanation/cap-view.ts';
import { capTable } from '../../../../shared/terminal/caps/cap-table.ts';
import { styleFor } from '../../../../shared/terminal/style.ts';

const style = styleFor({ isTerminal: false }, {});
const cap: CapView = {
  userId: 'ann',
  email: 'ann@acme.example',
  usedCredits: 400,
  status: 'confirmed',
  isStopped: false,
};

function rowOf(view: Partial<CapView>): string | undefined {
  return capTable([{ ...cap, ...view }], 1_000_000, style).split('\n')[1];
}

test('a cap has a row of figures', () => {
  const row = rowOf({ limitCredits: 1_000, headroomCredits: 600, exposureCredits: 1_200 });

  expect(row).toBe('ann@acme.example  1,000   400   600     1,200  no budget  confirmed');
});

test('what stands for no limit is shown as unlimited', () => {
  const row = rowOf({ limitCredits: 1_000_000, headroomCredits: 999_600, exposureCredits: 1_000_000 });

  expect(row).toBe('ann@acme.example  unlimited   400  unlimited  unlimited  no budget  confirmed');
});

test('who never had a limit has none, and an exposure that is not known', () => {
  expect(rowOf({ status: 'unknown' })).toMatch(/^ann@acme.example +none +400 +not known +no budget +unknown$/);
});
