import { describe, expect, test } from 'vitest';

import { sharedAnswers } from '../../../../../shared/explanation/use-cases/snapshots/share-answers.ts';
import { FiguresPendingError } from '../../../../../shared/explanation/use-cases/snapshots/share-snapshots.ts';

const plain = { topic: 'home', asOld: <Answer>(answer: Answer) => answer, readKept: () => undefined };

/** All that waits for nothing else has been done by then. */
async function later(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function world() {
  const clock = { nowMs: 0 };
  let made = 0;
  const { share, changed } = sharedAnswers(() => clock.nowMs);
  const ask = async (version = '1') => share({ ...plain, version, make: async () => Promise.resolve((made += 1)) });
  return { clock, changed, ask };
}

describe('answers that are shared', () => {
  test('the same answer is given until somebody changes something at this admin API', async () => {
    const { ask, changed } = world();

    expect([await ask(), await ask()]).toEqual([1, 1]);
    changed();
    expect(await ask()).toBe(2);
  });

  test('after a run the old answer is given while the new one is being made, and then the new one', async () => {
    const { ask } = world();

    expect([await ask('1'), await ask('2'), await ask('2')]).toEqual([1, 1, 2]);
  });

  test('without a run an answer is made again after two minutes, and none is given that is older than ten', async () => {
    const { ask, clock } = world();

    await ask();
    clock.nowMs = 120_000;
    expect(await ask()).toBe(1);
    clock.nowMs = 120_001;
    expect([await ask(), await ask()]).toEqual([1, 2]);
    clock.nowMs += 600_001;
    expect(await ask()).toBe(3);
  });

  test('an answer that was begun before a change is given to nobody who asks after it', async () => {
    const { share, changed } = sharedAnswers(() => 0);
    const slow = Promise.withResolvers<string>();
    const wanted = { ...plain, version: '1' };

    const before = share({ ...wanted, make: async () => slow.promise });
    changed();
    const after = share({ ...wanted, make: async () => Promise.resolve('new') });
    expect(await after).toBe('new');
    slow.resolve('old');

    expect(await before).toBe('old');
    expect(await share({ ...wanted, make: async () => Promise.resolve('again') })).toBe('new');
    const laterOne = { ...wanted, version: '2', make: async () => Promise.resolve('later') };
    expect(await share({ ...laterOne, asOld: (answer: string) => `${answer}, old` })).toBe('new, old');
  });

  test('one that fails after a change takes the place of none', async () => {
    const { share, changed } = sharedAnswers(() => 0);
    const slow = Promise.withResolvers<string>();
    const wanted = { ...plain, version: '1' };

    const before = share({ ...wanted, make: async () => slow.promise });
    changed();
    await share({ ...wanted, make: async () => Promise.resolve('new') });
    slow.reject(new Error('no table'));

    await expect(before).rejects.toThrow('no table');
    const asOld = (answer: string) => `${answer}, old`;
    expect(await share({ ...wanted, asOld, make: async () => Promise.resolve('again') })).toBe('new');
  });

  test('one that is made is given as it is, and by the clock of the process where none is given', async () => {
    const { share } = sharedAnswers();
    const wanted = { ...plain, version: '1', asOld: (answer: string) => `${answer}, old` };

    expect(await share({ ...wanted, make: async () => Promise.resolve('first') })).toBe('first');
    expect(await share({ ...wanted, make: async () => Promise.resolve('second') })).toBe('first');
  });

  test('a page that takes old ones gets that of before a change here while a new one is made, and none where there is none', async () => {
    const { share, changed } = sharedAnswers(() => 0);
    const never = async () => new Promise<string>(() => undefined);
    const page = { ...plain, version: '1', takesOld: true, asOld: (answer: string) => `${answer}, old` };

    await expect(share({ ...page, topic: 'other', make: never })).rejects.toBeInstanceOf(FiguresPendingError);
    await share({ ...page, make: async () => Promise.resolve('before') });
    changed();

    expect(await share({ ...page, make: never })).toBe('before, old');
  });

  test('while one is being made no other is begun, whatever has changed meanwhile', async () => {
    const { ask } = world();

    expect(await Promise.all([ask('1'), ask('2')])).toEqual([1, 1]);
  });

  test('none is looked for that an earlier process kept, where nothing is kept', async () => {
    const { share } = sharedAnswers(() => 0);
    const slow = Promise.withResolvers<string>();
    const given = share({ ...plain, version: '1', readKept: () => 'kept', make: async () => slow.promise });
    slow.resolve('made');

    expect(await given).toBe('made');
  });

  test('those who ask at once get one answer', async () => {
    const { ask } = world();

    expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  });

  test('a failure is not kept', async () => {
    const { share } = sharedAnswers(() => 0);
    const wanted = { ...plain, version: '1' };

    await expect(share({ ...wanted, make: async () => Promise.reject(new Error('no table')) })).rejects.toThrow(
      'no table',
    );
    expect(await share({ ...wanted, make: async () => Promise.resolve('well') })).toBe('well');
  });

  describe('that an earlier process kept', () => {
    const kept = new Map<string, unknown>();
    const keep = {
      read: async (topic: string) => Promise.resolve(kept.get(topic)),
      write: async (topic: string, answer: unknown) => Promise.resolve(void kept.set(topic, answer)),
    };
    const wanted = (make: () => Promise<string>) => ({
      topic: 'home',
      version: '1',
      make,
      asOld: (answer: string) => `${answer}, old`,
      readKept: (value: unknown) => (typeof value === 'string' ? value : undefined),
    });

    test('are given as old ones while the first of this process is made, which is kept in turn', async () => {
      kept.set('home', 'earlier');
      const { share } = sharedAnswers(() => 0, keep);
      const slow = Promise.withResolvers<string>();

      const first = await share(wanted(async () => slow.promise));
      slow.resolve('made');
      const second = await share(wanted(async () => Promise.resolve('again')));

      expect([first, second, kept.get('home')]).toEqual(['earlier, old', 'made', 'made']);
    });

    test.for<{ readonly what: string; readonly value: unknown; readonly isChanged: boolean }>([
      { what: 'after a change', value: 'earlier', isChanged: true },
      { what: 'when they cannot be read', value: 7, isChanged: false },
    ])('are given to nobody $what', async ({ value, isChanged }) => {
      kept.set('home', value);
      const { share, changed } = sharedAnswers(() => 0, keep);
      if (isChanged) {
        changed();
      }
      const slow = Promise.withResolvers<string>();
      const given = share(wanted(async () => slow.promise));
      await later();
      slow.resolve('made');

      expect(await given).toBe('made');
    });

    test.for<{ readonly what: string; readonly isChanged: boolean }>([
      { what: 'something is changed', isChanged: true },
      { what: 'a new one is made', isChanged: false },
    ])('are given to nobody where $what while they are read', async ({ isChanged }) => {
      const reading = Promise.withResolvers<unknown>();
      const slow = Promise.withResolvers<string>();
      const { share, changed } = sharedAnswers(() => 0, { ...keep, read: async () => reading.promise });
      const given = share(wanted(async () => slow.promise));

      if (isChanged) {
        changed();
        reading.resolve('earlier');
        await later();
        slow.resolve('made');
      } else {
        slow.resolve('made');
        await later();
        reading.resolve('earlier');
      }

      expect(await given).toBe('made');
    });
  });
});
