import { beforeEach, describe, expect, test } from 'vitest';

import type { UserStore } from '../../shared/enforcement/ports.ts';

export function describeUserStore(name: string, makeStore: () => Promise<UserStore>): void {
  describe(`the user store ${name}`, () => {
    let store: UserStore;
    beforeEach(async () => {
      store = await makeStore();
    });

    test('gives everybody ascending by user id, with every fact', async () => {
      const ada = {
        userId: 'u-1',
        email: 'Ada@x.example',
        firstName: 'Ada',
        lastName: 'L',
        metadata: { team: 'core' },
        createdAt: '2026-01-01T00:00:00.000Z',
        goneSince: '2026-03-01',
        events: [
          { kind: 'email-changed', at: '2026-02-01T02:30:00.000Z', emailBefore: 'ada@old.example' },
          { kind: 'left', at: '2026-03-01T02:30:00.000Z' },
        ],
      } as const;
      await store.put([{ userId: 'u-2' }, ada]);

      const users = await store.list();

      expect(users).toEqual([ada, { userId: 'u-2' }]);
    });

    test('replaces a user as a whole', async () => {
      await store.put([{ userId: 'u-1', email: 'a@x.example', goneSince: '2026-03-01' }]);
      await store.put([{ userId: 'u-1', email: 'b@x.example' }]);

      const users = await store.list();

      expect(users).toEqual([{ userId: 'u-1', email: 'b@x.example' }]);
    });

    test('keeps those that a write does not name', async () => {
      await store.put([{ userId: 'u-1' }]);
      await store.put([{ userId: 'u-2' }]);

      const users = await store.list();

      expect(users).toEqual([{ userId: 'u-1' }, { userId: 'u-2' }]);
    });

    test('keeps more users than one batch and one page hold', async () => {
      const metadata = { note: 'n'.repeat(2_000) };
      const everybody = Array.from({ length: 600 }, (_, index) => ({ userId: `u-${1_000 + index}`, metadata }));
      await store.put(everybody);

      const users = await store.list();

      expect(users).toEqual(everybody);
    });
  });
}
