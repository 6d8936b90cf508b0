import { beforeEach, describe, expect, test } from 'vitest';
import type { AlertStore } from '../../shared/application/notifications/ports.ts';
import type { AlertState } from '../../shared/domain/alerts/alert-state.ts';
import { matterAlertId } from '../../shared/domain/alerts/matter.ts';
import { addDays } from '../../shared/domain/time/day.ts';
import { aForecast, aMatter, anOrgUse, aUse, onEnforcementRun, play } from '../unit/domain/alerts/observed.ts';

/** Nights that leave every kind of state and notice. */
const { states, told } = play([
  onEnforcementRun('2026-03-10', { forecasts: [aForecast(1_400)], matters: [aMatter()] }),
  onEnforcementRun('2026-03-11', {
    uses: [aUse({ usedCredits: 900 }), anOrgUse({ usedCredits: 1_100 })],
    forecasts: [
      {
        ...aForecast(1_400),
        rise: {
          usedCredits: 900,
          usualCredits: 400.5,
          riseCredits: 499.5,
          causes: [{ who: 'ada@example.com', model: 'opus', riseCredits: 400, share: 0.8 }],
        },
      },
    ],
  }),
  onEnforcementRun('2026-03-12', {
    uses: [aUse({ usedCredits: 400 })],
    matters: [aMatter({ fingerprint: 'email-shared' })],
  }),
]);
const notices = told.flat().toSorted((a, b) => (a.noticeId < b.noticeId ? -1 : 1));
const sorted = states.toSorted((a, b) => (a.alertId < b.alertId ? -1 : 1));

function aMatterState(over: Partial<AlertState & { kind: 'matter' }> = {}): AlertState {
  const matter = aMatter();
  return {
    kind: 'matter',
    alertId: matterAlertId(matter),
    asOf: '2026-03-10T02:30:00.000Z',
    phase: 'in-alarm',
    matter,
    occurrence: 1,
    toldFingerprints: [],
    changes: 0,
    ...over,
  };
}

export function describeAlertStore(name: string, makeStore: () => Promise<AlertStore>): void {
  describe(`the alert store ${name}`, () => {
    let store: AlertStore;
    beforeEach(async () => {
      store = await makeStore();
    });

    test('gives states of every kind whole, by alert id', async () => {
      await store.put(states);

      const read = await store.read(states.map(({ alertId }) => alertId));

      expect(read).toEqual(sorted);
      expect(new Set(read.map(({ kind }) => kind))).toEqual(new Set(['use', 'forecast', 'matter']));
    });

    test('gives what is open without being asked, and what is resolved only when asked', async () => {
      const resolved = aMatterState({ alertId: 'matter/uncappable/u-cem', phase: 'resolved' });
      await store.put([aMatterState(), resolved]);

      const open = await store.read([]);
      const found = await store.find([resolved.alertId, 'matter/uncappable/unknown']);
      const all = await store.read([resolved.alertId, 'matter/uncappable/unknown']);

      expect(open).toEqual([aMatterState()]);
      expect(found).toEqual([resolved]);
      expect(all).toEqual([aMatterState(), resolved]);
    });

    test('keeps the state of a later moment when an older run writes', async () => {
      const newer = aMatterState({ asOf: '2026-03-11T02:30:00.000Z', changes: 1 });
      await store.put([newer]);
      await store.put([aMatterState({ phase: 'resolved' })]);

      const read = await store.read([newer.alertId]);

      expect(read).toEqual([newer]);
    });

    test('lets a run of the same moment write its state again', async () => {
      await store.put([aMatterState()]);
      await store.put([aMatterState({ changes: 2 })]);

      const read = await store.read([]);

      expect(read).toEqual([aMatterState({ changes: 2 })]);
    });

    test('keeps who acknowledged an alert, and that a notice brings it back', async () => {
      const acknowledged = { by: 'ada', at: '2026-03-11T09:00:00.000Z', reason: 'known', until: '2026-03-20' };
      const [notice] = notices.map((each) => ({
        ...each,
        event: { ...each.event, acknowledgedBefore: acknowledged },
      }));
      await store.put([aMatterState({ acknowledged })]);
      await store.enqueue(notice === undefined ? [] : [notice]);

      const read = await store.read([]);
      const pending = await store.listPending();

      expect(read).toEqual([aMatterState({ acknowledged })]);
      expect(pending).toEqual([{ notice }]);
    });

    test('gives notices of every kind whole, by notice id, until they are settled', async () => {
      await store.enqueue(notices);
      const before = await store.listPending();
      await store.settle(notices.slice(1).map(({ noticeId }) => noticeId));

      const after = await store.listPending();

      expect(before).toEqual(notices.map((notice) => ({ notice })));
      expect(after).toEqual(notices.slice(0, 1).map((notice) => ({ notice })));
    });

    test('remembers the mail that was chosen last for a notice', async () => {
      const [first, second] = notices.map(({ noticeId }) => noticeId);
      await store.enqueue(notices.slice(0, 2));
      await store.assign([
        { noticeId: first ?? '', mailId: 'm-1' },
        { noticeId: second ?? '', mailId: 'm-1' },
      ]);
      await store.assign([{ noticeId: second ?? '', mailId: 'm-2' }]);

      const pending = await store.listPending();

      expect(pending.map(({ mailId }) => mailId)).toEqual(['m-1', 'm-2']);
    });

    test('does not owe a notice again that was told, whatever is said of it later', async () => {
      await store.enqueue(notices);
      await store.settle(notices.map(({ noticeId }) => noticeId));
      await store.enqueue(notices.map((notice) => ({ ...notice, at: `${addDays('2026-03-12', 1)}T02:30:00.000Z` })));

      const pending = await store.listPending();

      expect(pending).toEqual([]);
    });

    test('chooses no mail for a notice that is told, and none for one that was never owed', async () => {
      const [first] = notices.map(({ noticeId }) => noticeId);
      await store.enqueue(notices.slice(0, 1));
      await store.settle([first ?? '']);
      await store.assign([
        { noticeId: first ?? '', mailId: 'm-late' },
        { noticeId: 'nobody', mailId: 'm-late' },
      ]);

      const pending = await store.listPending();

      expect(pending).toEqual([]);
    });

    test('refuses to settle a notice that was never owed', async () => {
      const unknown = store.settle(['nobody']);

      await expect(unknown).rejects.toThrow('owed before it is told');
    });

    test('refuses an alert that stands twice in one write', async () => {
      const twice = store.put([aMatterState(), aMatterState()]);

      await expect(twice).rejects.toThrow('no alert is put twice');
    });
  });
}
