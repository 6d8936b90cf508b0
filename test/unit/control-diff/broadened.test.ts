import { expect, test } from 'vitest';

import { diffControls } from '../../../shared/control-diff/diff-controls.ts';

test('one range in the place of many is said once, with the first of them', () => {
  const before = {
    networkPolicy: { allowedIps: ['192.0.2.48/28', '192.0.2.144/28', '198.51.100.0/24', '203.0.113.0/24'] },
  };
  const after = { networkPolicy: { allowedIps: ['0.0.0.0/0'] } };

  const [change] = diffControls(before, after);

  expect(change?.sentence).toContain('from 0.0.0.0/0 (was 192.0.2.144/28, 192.0.2.48/28, 198.51.100.0/24 and 1 more).');
});
