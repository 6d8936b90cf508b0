import { expect, test } from 'vitest';

import { describeUncapped } from '../../../shared/caps/uncapped.ts';

test('each reason why somebody has no cap has a sentence of its own', () => {
  const told = (['no-email', 'email-shared', 'not-on-roster'] as const).map(describeUncapped);

  expect(told).toEqual([
    expect.stringContaining('no email'),
    expect.stringContaining('share this email'),
    expect.stringContaining('not on the roster'),
  ]);
});
