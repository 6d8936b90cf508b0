import { beforeEach, describe, expect, test } from 'vitest';

import type { LimitStore } from '../../shared/enforcement/ports.ts';
import { FencedOffError } from '../../shared/kernel/runs/ports.ts';
import type { LimitRecord } from '../../shared/limits/limit-record.ts';

function aRecord(userId: string, facts: Partial<LimitRecord> = {}): LimitRecord {
  return { userId, email: `${userId}@x.example`, unsettled: [], ...facts };
}

const sent = { limitCredits: 500, at: '2026-03-15T02:30:00.000Z', runId: 'enforce-1' };

export function describeLimitStore(name: string, makeStore: () => Promise<LimitStore>): void {
  describe(`the limit store ${name}`, () => {
    let store: LimitStore;
    beforeEach(async () => {
      store = await makeStore();
    });

    test('gives every record whole, ascending by user id', async () => {
      const full = aRecord('a', {
        confirmed: sent,
        unsettled: [
          { ...sent, limitCredits: 0 },
          { ...sent, limitCredits: 700 },
        ],
        failure: { problem: 'no such user', nights: 2, lastNight: '2026-03-15' },
        replaced: [{ limitCredits: 900, from: '2026-03-14T02:30:00.000Z', until: sent.at }],
        stoppedDays: ['2026-03-12', '2026-03-14'],
      });
      await store.put([aRecord('b'), full], 1);

      const records = await store.list();

      expect(records).toEqual([full, aRecord('b')]);
    });

    test('replaces a record as a whole', async () => {
      await store.put([aRecord('a', { confirmed: sent, unsettled: [sent] })], 1);
      await store.put([aRecord('a')], 1);

      const records = await store.list();

      expect(records).toEqual([aRecord('a')]);
    });

    test('lets a higher fence write over a lower one', async () => {
      await store.put([aRecord('a')], 1);
      await store.put([aRecord('a', { confirmed: sent })], 2);

      const records = await store.list();

      expect(records).toEqual([aRecord('a', { confirmed: sent })]);
    });

    test('refuses a lower fence, with nothing of its batch written', async () => {
      await store.put([aRecord('b')], 2);

      const late = store.put([aRecord('a', { confirmed: sent }), aRecord('b', { confirmed: sent })], 1);

      await expect(late).rejects.toThrow(FencedOffError);
      expect(await store.list()).toEqual([aRecord('b')]);
    });

    test('refuses a run that slept for days, and lets itself be stopped by no fence that lies in the future', async () => {
      const [now, day] = [Date.now(), 24 * 60 * 60_000];
      await store.put([aRecord('a')], now);
      await store.put([aRecord('b')], now + 100 * day);

      await expect(store.put([aRecord('a', { confirmed: sent })], now - 7 * day)).rejects.toThrow(FencedOffError);
      await store.put([aRecord('b', { confirmed: sent })], now);

      expect(await store.list()).toEqual([aRecord('a'), aRecord('b', { confirmed: sent })]);
    });

    test('writes more records than one transaction holds', async () => {
      const records = Array.from({ length: 250 }, (_, index) => aRecord(`u-${1_000 + index}`, { confirmed: sent }));
      await store.put(records, 1);

      const read = await store.list();

      expect(read).toEqual(records);
    });

    test('refuses a user who stands twice in one write', async () => {
      const twice = store.put([aRecord('a'), aRecord('a')], 1);

      await expect(twice).rejects.toThrow('twice');
    });
  });
}
