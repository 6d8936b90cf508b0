import { expect, test } from 'vitest';

import { capTable } from '../../../../cli/caps/cap-table.ts';
import type { CapsDocument } from '../../../../shared/caps/contract/cap-document.ts';
import { styleFor } from '../../../../shared/terminal/style.ts';

const style = styleFor({ isTerminal: false }, {});
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

function rowOf(view: Partial<CapsDocument[number]>): string | undefined {
  return capTable([{ ...cap, ...view }], 1_000_000, style).split('\n')[1];
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
