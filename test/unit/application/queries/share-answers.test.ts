import { describe, expect, test } from 'vitest';

import { sharedAnswers } from '../../../../shared/application/queries/share-answers.ts';

function world() {
  const clock = { nowMs: 0 };
  let made = 0;
  const { share, changed } = sharedAnswers(() => clock.nowMs);
  return { clock, changed, ask: async (of = 'home') => share(of, async () => Promise.resolve((made += 1))) };
}

describe('answers that are shared', () => {
  test('the same answer is given until something is changed, at this door or by a run', async () => {
    const { ask, changed } = world();

    expect([await ask(), await ask()]).toEqual([1, 1]);
    changed();
    expect([await ask(), await ask('home after a run'), await ask()]).toEqual([2, 3, 2]);
  });

  test('an answer is two minutes old at most', async () => {
    const { ask, clock } = world();

    await ask();
    clock.nowMs = 120_000;
    expect(await ask()).toBe(1);
    clock.nowMs = 120_001;
    expect(await ask()).toBe(2);
  });

  test('an answer that was begun before a change is given to nobody who asks after it', async () => {
    const { share, changed } = sharedAnswers(() => 0);
    const slow = Promise.withResolvers<string>();

    const before = share('home', async () => slow.promise);
    changed();
    const after = share('home', async () => Promise.resolve('new'));
    slow.resolve('old');

    expect([await before, await after]).toEqual(['old', 'new']);
  });

  test('a failure is not kept', async () => {
    const { share } = sharedAnswers(() => 0);

    await expect(share('home', async () => Promise.reject(new Error('no table')))).rejects.toThrow('no table');
    expect(await share('home', async () => Promise.resolve('well'))).toBe('well');
  });
});
