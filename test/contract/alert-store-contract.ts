import { beforeEach, describe, expect, test } from 'vitest';

import { addDays } from '../../shared/kernel/time/day.ts';
import type { StopFacts } from '../../shared/notifications/conditions/condition-event.ts';
import type { ObservedState } from '../../shared/notifications/conditions/condition-state.ts';
import type { ReportNotification } from '../../shared/notifications/notification.ts';
import type { AlertStore } from '../../shared/notifications/ports.ts';
import type { StopsSeen } from '../../shared/notifications/stops/stop-condition.ts';
import {
  ada,
  aForecast,
  anObservation,
  anObservedState,
  anOrgUse,
  aUse,
  march,
  onEnforcementRun,
  play,
} from '../unit/notifications/observed.ts';

const ownBudget = { kind: 'user', email: ada.email } as const;
const amounts = { amountCredits: 50_000, usedCredits: 50_000, ownUsedCredits: 9_000, limitCredits: 9_000 };

/** Ada, stopped by her own budget or by a ceiling, and free again. */
const stoppedByBudget = { user: ada, scope: ownBudget, window: march, dataThrough: '2026-03-09', ...amounts } as const;
const stoppedByLeftOver = { user: ada, isLeftOver: true, window: march, ...amounts } as const;
const stopsOf = (stop: StopFacts): StopsSeen => ({
  stopped: [{ stop, owners: ['lead@example.com'] }],
  freed: new Map(),
  people: new Set([ada.userId]),
  isByHand: false,
});
const freed: StopsSeen = {
  stopped: [],
  freed: new Map([[ada.userId, 300]]),
  people: new Set([ada.userId]),
  isByHand: true,
};

/** Nights that leave every kind of state and notification. */
const { states, told } = play([
  onEnforcementRun('2026-03-08', { stops: stopsOf(stoppedByBudget), lookedFor: { stopped: 'all' } }),
  onEnforcementRun('2026-03-09', { stops: freed, lookedFor: { stopped: 'all' } }),
  onEnforcementRun('2026-03-10', {
    forecasts: [aForecast(1_400)],
    observed: [anObservation()],
    stops: stopsOf(stoppedByLeftOver),
    lookedFor: { stopped: 'all' },
  }),
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
    observed: [anObservation({ fingerprint: 'email-shared' })],
  }),
]);
const notifications = told.flat().toSorted((a, b) => (a.notificationId < b.notificationId ? -1 : 1));
const sorted = states.toSorted((a, b) => (a.conditionId < b.conditionId ? -1 : 1));

function bobUncappable(over: Partial<ObservedState> = {}): ObservedState {
  return anObservedState(anObservation(), over);
}

/** A report with every kind of section. */
const report: ReportNotification = {
  kind: 'report',
  notificationId: 'controls/1/5-5/3/to/security@example.com',
  topic: 'controls',
  recipient: 'security@example.com',
  severity: 'critical',
  at: '2026-03-12T08:05:00.000Z',
  content: {
    subject: 'Critical, loosened: sandbox',
    tone: 'bad',
    lead: 'Commands run without isolation.',
    sections: [
      { kind: 'figures', figures: [{ label: 'a', value: 'b' }] },
      { kind: 'notes', heading: 'h', notes: ['n'] },
      { kind: 'table', heading: 'h', table: { columns: [{ title: 't', align: 'left' }], rows: [['c']], more: 'm' } },
      { kind: 'facts', facts: [] },
      {
        kind: 'entries',
        heading: 'h',
        entries: [{ title: 't', name: 'n', rating: 'r', tone: 'grave', text: 'x', delta: [], facts: [] }],
        more: 'm',
      },
      { kind: 'patch', heading: 'h', lines: [{ sign: '−', text: 'on' }] },
      {
        kind: 'bars',
        heading: 'h',
        bars: [{ label: 'l', value: '2', share: 1, before: { value: '1', share: 0.5 } }],
        more: 'm',
      },
    ],
    foot: ['f'],
  },
};

/** A condition of the job that watches the controls, with what it needs to know of it later. */
const gap: ObservedState = {
  ...bobUncappable(),
  conditionId: 'matter/history-gap/gap/1',
  observation: anObservation({
    topic: 'history-gap',
    key: 'gap/1',
    facts: { kind: 'gap', series: 1, missing: [{ from: 3, through: 4 }] },
  }),
};

export function describeAlertStore(name: string, makeStore: () => Promise<AlertStore>): void {
  describe(`the alert store ${name}`, () => {
    let store: AlertStore;
    beforeEach(async () => {
      store = await makeStore();
    });

    test('gives states of every kind whole, by id', async () => {
      await store.put(states);

      const read = await store.read(
        'limits',
        states.map(({ conditionId }) => conditionId),
      );

      expect(read).toEqual(sorted);
      expect(new Set(read.map(({ kind }) => kind))).toEqual(new Set(['use', 'forecast', 'observed', 'stop']));
    });

    test('gives what is open without being asked, and what is resolved only when asked', async () => {
      const resolved = bobUncappable({ conditionId: 'matter/uncappable/u-cem', phase: 'resolved' });
      await store.put([bobUncappable(), resolved]);

      const open = await store.read('limits', []);
      const found = await store.find([resolved.conditionId, 'matter/uncappable/unknown']);
      const all = await store.read('limits', [resolved.conditionId, 'matter/uncappable/unknown']);

      expect(open).toEqual([bobUncappable()]);
      expect(found).toEqual([resolved]);
      expect(all).toEqual([bobUncappable(), resolved]);
    });

    test('lists what is written under one lease apart from what is written under another', async () => {
      await store.put([bobUncappable(), gap]);
      await store.enqueue([report, ...notifications.slice(0, 1)]);

      const states = [await store.read('limits', []), await store.read('controls', [])];
      const pending = [await store.listPending('limits'), await store.listPending('controls')];

      expect(states).toEqual([[bobUncappable()], [gap]]);
      expect(pending).toEqual([[{ notification: notifications[0] }], [{ notification: report }]]);
    });

    test('keeps the state of a later moment when an older run writes', async () => {
      const newer = bobUncappable({ asOf: '2026-03-11T02:30:00.000Z', changes: 1 });
      await store.put([newer]);
      await store.put([bobUncappable({ phase: 'resolved' })]);

      const read = await store.read('limits', [newer.conditionId]);

      expect(read).toEqual([newer]);
    });

    test('lets a run of the same moment write its state again', async () => {
      await store.put([bobUncappable()]);
      await store.put([bobUncappable({ changes: 2 })]);

      const read = await store.read('limits', []);

      expect(read).toEqual([bobUncappable({ changes: 2 })]);
    });

    test('keeps who acknowledged a condition, and that a notification brings it back', async () => {
      const acknowledged = { by: 'ada', at: '2026-03-11T09:00:00.000Z', reason: 'known', until: '2026-03-20' };
      const [notification] = notifications.map((each) => ({
        ...each,
        event: { ...each.event, acknowledgedBefore: acknowledged },
      }));
      await store.put([bobUncappable({ acknowledged })]);
      await store.enqueue(notification === undefined ? [] : [notification]);

      const read = await store.read('limits', []);
      const pending = await store.listPending('limits');

      expect(read).toEqual([bobUncappable({ acknowledged })]);
      expect(pending).toEqual([{ notification }]);
    });

    test('gives notifications of every kind whole, by id, until they are settled', async () => {
      await store.enqueue(notifications);
      const before = await store.listPending('limits');
      await store.settle(notifications.slice(1).map(({ notificationId }) => notificationId));

      const after = await store.listPending('limits');

      expect(before).toEqual(notifications.map((notification) => ({ notification })));
      expect(after).toEqual(notifications.slice(0, 1).map((notification) => ({ notification })));
    });

    test('lists of what is pending those that are asked for', async () => {
      const [first] = notifications;
      await store.enqueue(notifications);

      const pending = await store.listPending('limits', (each) => each.notificationId === first?.notificationId);

      expect(pending).toEqual([{ notification: first }]);
    });

    test('remembers the mail that was chosen last for a notification', async () => {
      const [first, second] = notifications.map(({ notificationId }) => notificationId);
      await store.enqueue(notifications.slice(0, 2));
      await store.assign([
        { notificationId: first ?? '', mailId: 'm-1' },
        { notificationId: second ?? '', mailId: 'm-1' },
      ]);
      await store.assign([{ notificationId: second ?? '', mailId: 'm-2' }]);

      const pending = await store.listPending('limits');

      expect(pending.map(({ mailId }) => mailId)).toEqual(['m-1', 'm-2']);
    });

    test('keeps a settled notification settled when it is enqueued again', async () => {
      await store.enqueue(notifications);
      await store.settle(notifications.map(({ notificationId }) => notificationId));
      await store.enqueue(
        notifications.map((notification) => ({ ...notification, at: `${addDays('2026-03-12', 1)}T02:30:00.000Z` })),
      );

      const pending = await store.listPending('limits');

      expect(pending).toEqual([]);
    });

    test('assigns no mail to a notification that is settled or unknown', async () => {
      const [first] = notifications.map(({ notificationId }) => notificationId);
      await store.enqueue(notifications.slice(0, 1));
      await store.settle([first ?? '']);
      await store.assign([
        { notificationId: first ?? '', mailId: 'm-late' },
        { notificationId: 'nobody', mailId: 'm-late' },
      ]);

      const pending = await store.listPending('limits');

      expect(pending).toEqual([]);
    });

    test('refuses to settle a notification that was never enqueued', async () => {
      const unknown = store.settle(['nobody']);

      await expect(unknown).rejects.toThrow('pending before');
    });

    test('refuses one write with the same condition twice', async () => {
      const twice = store.put([bobUncappable(), bobUncappable()]);

      await expect(twice).rejects.toThrow('put twice');
    });
  });
}
