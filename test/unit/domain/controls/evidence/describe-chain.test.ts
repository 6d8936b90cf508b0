import { expect, test } from 'vitest';

import { describeHead, describeVerdict } from '../../../../../shared/domain/controls/evidence/describe-chain.ts';
import { aChain } from '../../../../support/evidence-chains.ts';

test('the head is shown whole, for half a hash proves nothing', () => {
  const [head] = aChain({ at: '2026-03-15T12:00:00.000Z' });

  const text = describeHead(head);

  expect(text[0]).toMatch(new RegExp(`link 1 .*2026-03-15T12:00:00.000Z.* ${head?.hash}`, 'u'));
  expect(text[1]).toContain(`curfew controls verify --head 1:${head?.hash}`);
});

test('a chain that has no link yet is shown as such', () => {
  const text = describeHead(undefined);

  expect(text).toEqual([expect.stringContaining('nothing is recorded')]);
});

test('a broken chain names its first broken link, why, and what still holds', () => {
  const text = describeVerdict({ kind: 'broken', links: 1_204, seq: 1_205, reason: 'number-missing' });

  expect(text).toMatch(/link 1205: .*missing.* 1,204/u);
});

test('a whole chain says how long it is and where it ends', () => {
  const text = describeVerdict({ kind: 'whole', links: 1, head: { seq: 1, hash: 'ab' } });

  expect(text).toMatch(/whole: 1 link, head 1 with hash ab/u);
});
