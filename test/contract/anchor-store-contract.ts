import { beforeEach, describe, expect, test } from 'vitest';

import type { AnchorStore } from '../../shared/controls/ports.ts';
import type { StoredAnchor } from '../../shared/evidence/anchors/check-anchor.ts';
import { anAnchor } from '../support/anchors.ts';

export function describeAnchorStore(name: string, makeStore: () => Promise<AnchorStore>): void {
  describe(`the store of signed heads ${name}`, () => {
    let store: AnchorStore;
    beforeEach(async () => {
      store = await makeStore();
    });

    async function kept(): Promise<readonly StoredAnchor[]> {
      return Array.fromAsync(store.list());
    }

    test('holds nothing at first', async () => {
      expect(await store.newest(3)).toEqual([]);
      expect(await kept()).toEqual([]);
    });

    test('gives every signed head whole, and the newest first', async () => {
      const anchors = await Promise.all(
        [1, 2, 3].map(async (hour) => anAnchor({ seq: 10 - hour, at: `2026-03-02T0${hour}:00:00.000Z` })),
      );
      for (const anchor of anchors) {
        await store.put(anchor);
      }

      const newest = await store.newest(2);
      const all = await kept();

      expect(newest.map(({ anchor }) => anchor)).toEqual([anchors[2], anchors[1]]);
      expect(new Set(all.map(({ anchor }) => anchor?.text))).toEqual(new Set(anchors.map(({ text }) => text)));
      expect(new Set(all.map(({ place }) => place)).size).toBe(3);
    });

    test('keeps a signed head that is put again once', async () => {
      const anchor = await anAnchor();

      await store.put(anchor);
      await store.put(anchor);

      expect((await kept()).map((each) => each.anchor)).toEqual([anchor]);
    });
  });
}
