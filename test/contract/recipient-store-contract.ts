import { beforeEach, describe, expect, test } from 'vitest';

import type { AddressStore } from '../../shared/mail/ports.ts';
import type { Recipient } from '../../shared/mail/recipient.ts';

const bounced: Recipient = {
  address: 'ann@acme.example',
  trouble: {
    cause: 'bounce',
    since: '2026-03-15T02:31:00.000Z',
    at: '2026-03-15T02:31:00.000Z',
    detail: 'Permanent, General: 550 5.1.1 user unknown',
    mailId: 'told/1',
    subject: 'Your budget',
  },
  version: 0,
};
const cleared: Recipient = {
  address: 'bob@acme.example',
  cleared: { by: 'ada', at: '2026-03-16T09:00:00.000Z' },
  version: 0,
};

export function describeRecipientStore(name: string, makeStore: () => Promise<AddressStore>): void {
  describe(`the recipient store ${name}`, () => {
    let store: AddressStore;
    beforeEach(async () => {
      store = await makeStore();
    });

    test('gives an address back whole, with its version, and nothing for one that is not there', async () => {
      const isWritten = await store.replace(bounced);

      expect(isWritten).toBe(true);
      expect(await store.find(bounced.address)).toEqual({ ...bounced, version: 1 });
      expect(await store.find('eve@acme.example')).toBeUndefined();
    });

    test('lists everybody by address, those that were cleared included', async () => {
      await store.replace(cleared);
      await store.replace(bounced);

      const recipients = await store.list();

      expect(recipients).toEqual([
        { ...bounced, version: 1 },
        { ...cleared, version: 1 },
      ]);
    });

    test('replaces the version that was seen, as a whole', async () => {
      await store.replace(bounced);
      const { trouble: _, ...rest } = bounced;

      const isWritten = await store.replace({
        ...rest,
        cleared: { by: 'ada', at: '2026-03-16T09:00:00.000Z' },
        version: 1,
      });

      expect(isWritten).toBe(true);
      expect(await store.find(bounced.address)).toEqual({
        address: bounced.address,
        cleared: { by: 'ada', at: '2026-03-16T09:00:00.000Z' },
        version: 2,
      });
    });

    test('refuses a write on a version that is not there any more, and keeps what stands there', async () => {
      await store.replace(bounced);

      const asNew = await store.replace({ address: bounced.address, version: 0 });
      const asLater = await store.replace({ address: bounced.address, version: 2 });

      expect([asNew, asLater]).toEqual([false, false]);
      expect(await store.find(bounced.address)).toEqual({ ...bounced, version: 1 });
    });

    test('takes a write that stands there already for its own', async () => {
      await store.replace(bounced);

      expect(await store.replace(bounced)).toBe(true);
    });

    test('does not write a later version of an address that is not there', async () => {
      const isWritten = await store.replace({ ...bounced, version: 3 });

      expect(isWritten).toBe(false);
      expect(await store.list()).toEqual([]);
    });
  });
}
