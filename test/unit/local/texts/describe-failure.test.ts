import { expect, test } from 'vitest';

import { describeFailure } from '../../../../local/texts/describe-failure.ts';
import { BrokenItemError } from '../../../../shared/adapters/dynamo/items/stored-item.ts';

test('a failure of our own is shown in its words alone, and any other with its name and without a stack', () => {
  expect(describeFailure(new BrokenItemError('the item is broken'))).toBe('the item is broken');
  expect(describeFailure(new BrokenItemError('the item of table curfew-ledger is broken.'))).toMatch(
    /broken\. If an earlier version/u,
  );
  expect(describeFailure(new TypeError('fetch failed'))).toBe('TypeError: fetch failed');
  expect(describeFailure('no error at all')).toContain('no name');
});
