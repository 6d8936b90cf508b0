import { describe, expect, test, vi } from 'vitest';

import { bearerKey } from '../../../../../shared/kernel/platform/http/bearer-key.ts';

describe('bearerKey', () => {
  test('is read once for calls that need it at the same time and later', async () => {
    const readKey = vi.fn<() => Promise<string>>(async () => ' first-key\n');
    const key = bearerKey(readKey);

    const keys = await Promise.all([key.current(), key.current()]);
    keys.push(await key.current());

    expect(keys).toEqual(['first-key', 'first-key', 'first-key']);
    expect(readKey).toHaveBeenCalledTimes(1);
  });

  test('is read again once for all calls that were refused with the same key', async () => {
    const readKey = vi.fn<() => Promise<string>>(async () => 'second-key').mockResolvedValueOnce('first-key');
    const key = bearerKey(readKey);
    await key.current();

    const keys = await Promise.all([key.afterRefusal('first-key'), key.afterRefusal('first-key')]);

    expect(keys).toEqual(['second-key', 'second-key']);
    expect(readKey).toHaveBeenCalledTimes(2);
  });

  test('a call refused with a key that has been replaced since gets the present one', async () => {
    const readKey = vi.fn<() => Promise<string>>(async () => 'second-key').mockResolvedValueOnce('first-key');
    const key = bearerKey(readKey);
    await key.current();
    await key.afterRefusal('first-key');

    const late = await key.afterRefusal('first-key');

    expect(late).toBe('second-key');
    expect(readKey).toHaveBeenCalledTimes(2);
  });

  test('a failed reading is tried again by the next call', async () => {
    const readKey = vi.fn<() => Promise<string>>(async () => 'a-key').mockRejectedValueOnce(new Error('throttled'));
    const key = bearerKey(readKey);

    await expect(key.current()).rejects.toThrow('throttled');

    await expect(key.current()).resolves.toBe('a-key');
  });

  test.each(['', '  ', 'two words', 'line\nbreak-inside', 'schlüssel', 'x'.repeat(20_000)])(
    'what cannot be a key is refused without being shown',
    async (text) => {
      const failure = await bearerKey(async () => text)
        .current()
        .catch((error: unknown) => error);

      expect(failure).toMatchObject({ name: 'KeyUnusableError' });
      expect(text.trim() === '' || !String(failure).includes(text)).toBe(true);
    },
  );
});
