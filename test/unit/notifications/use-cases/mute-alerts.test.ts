import { beforeEach, expect, test } from 'vitest';

import { memoryJournal } from '../../../../shared/journal/store/memory-journal.ts';
import { memoryLeaseStore } from '../../../../shared/kernel/runs/store/memory-run-store.ts';
import { addDays, type Day } from '../../../../shared/kernel/time/day.ts';
import type { Observation } from '../../../../shared/notifications/observation.ts';
import { memoryAlertStore } from '../../../../shared/notifications/store/memory-alert-store.ts';
import type { AlertKind } from '../../../../shared/notifications/topics.ts';
import { readAlerts } from '../../../../shared/notifications/use-cases/alert-document.ts';
import { muteAlerts, unmuteAlerts } from '../../../../shared/notifications/use-cases/mute-alerts.ts';
import { notify } from '../../../../shared/notifications/use-cases/notify.ts';
import { anObservation, aUse, onEnforcementRun, routing } from '../observed.ts';

const at = '2026-03-10T09:00:00.000Z';
const order = { kind: 'uncappable' as AlertKind, by: 'ada', at, reason: 'known', until: '2026-03-12' };
const bob = anObservation();
const eve = anObservation({ key: 'u-eve', headline: 'User u-eve cannot be capped' });

function memoryPorts() {
  let lastId = 0;
  return {
    alerts: memoryAlertStore(),
    journal: memoryJournal(),
    leases: memoryLeaseStore(),
    clock: { now: () => Date.parse(at), sleep: async () => {} },
    ids: { next: () => `m-${(lastId += 1)}` },
  };
}

let ports: ReturnType<typeof memoryPorts>;
beforeEach(() => {
  ports = memoryPorts();
});

async function nightSees(day: Day, observed: readonly Observation[], uses: ReturnType<typeof aUse>[] = []) {
  const run = { runId: `run-${day}`, at: `${day}T02:30:00.000Z`, today: day };
  const observations = onEnforcementRun(day, { observed, uses });
  await notify(ports, run, { lease: 'limits', observations, routing: { ...routing, troubled: [] } });
}

async function statuses(day: Day) {
  const alerts = await readAlerts(ports.alerts, day);
  return Object.fromEntries(alerts.map(({ subject, status }) => [subject, status]));
}

function told(recipient: string): readonly string[] {
  return ports.alerts
    .allNotifications()
    .filter(({ notification }) => notification.recipient === recipient)
    .map(({ notification }) => notification.notificationId);
}

test('a mute silences the open alerts of a kind at once and new ones without a mail, and the journal says by whom and why', async () => {
  await nightSees('2026-03-10', [bob]);
  const before = told('admin@example.com');

  const outcome = await muteAlerts(ports, order);
  await nightSees('2026-03-11', [bob, eve]);

  expect(outcome).toMatchObject({ kind: 'done', alerts: 1, mute: { muteId: 'm-1', reason: 'known' } });
  expect(await statuses('2026-03-11')).toEqual({ 'u-bob': 'muted', 'u-eve': 'muted' });
  expect(told('admin@example.com')).toEqual(before);
  expect(await ports.journal.list({ from: '2026-03-10', through: '2026-03-10' }, 10)).toContainEqual(
    expect.objectContaining({
      kind: 'alerts-muted',
      actor: 'ada',
      detail: { alerts: 'uncappable', subject: null, reason: 'known', until: '2026-03-12' },
    }),
  );
});

test('on the day after its last one a muted alert comes back, with a mail that says who muted it and why', async () => {
  await muteAlerts(ports, order);
  await nightSees('2026-03-11', [bob]);
  await nightSees(addDays(order.until, 1), [bob]);

  expect(await statuses(addDays(order.until, 1))).toEqual({ 'u-bob': 'open' });
  expect(told('admin@example.com')).toEqual([expect.stringContaining('again/2026-03-12')]);
});

test('a mute of one subject leaves the others open, and one that ends early opens what it silenced', async () => {
  await nightSees('2026-03-10', [bob, eve]);
  const muted = await muteAlerts(ports, { ...order, subject: 'u-bob' });

  expect(await statuses('2026-03-10')).toEqual({ 'u-bob': 'muted', 'u-eve': 'open' });
  expect(await unmuteAlerts(ports, 'm-1', { by: 'bob', at: '2026-03-10T10:00:00.000Z' })).toEqual({
    ...muted,
    alerts: 1,
  });
  expect(await statuses('2026-03-10')).toEqual({ 'u-bob': 'open', 'u-eve': 'open' });
  expect(await unmuteAlerts(ports, 'm-1', { by: 'bob', at })).toEqual({ kind: 'not-there' });
});

test('a critical alert is never muted, and neither is one that becomes critical', async () => {
  const critical = { ...bob, severity: 'critical', fingerprint: 'worse' } as const;
  await muteAlerts(ports, order);
  await nightSees('2026-03-11', [bob]);
  await nightSees('2026-03-12', [critical]);

  expect(await statuses('2026-03-12')).toEqual({ 'u-bob': 'open' });
  expect(told('admin@example.com')).toHaveLength(1);
});

test('evidence about the controls, a day that is over and a mute without a reason are refused, and nothing is kept', async () => {
  const refused = [
    await muteAlerts(ports, { ...order, kind: 'controls-loosened' }),
    await muteAlerts(ports, { ...order, until: '2026-03-09' }),
    await muteAlerts(ports, { ...order, reason: ' ' }),
  ];

  expect(refused).toEqual(
    ['needs-security', 'until-has-passed', 'no-reason'].map((reason) => ({ kind: 'refused', reason })),
  );
  expect(await ports.alerts.listMutes()).toEqual([]);
});

test('a mute ends within 90 days, is of a known subject, and is not made twice', async () => {
  await nightSees('2026-03-10', [bob]);
  await muteAlerts(ports, { ...order, subject: 'u-bob' });

  expect(await muteAlerts(ports, { ...order, until: '2026-06-09' })).toEqual({
    kind: 'too-far',
    today: '2026-03-10',
    until: '2026-06-09',
  });
  expect(await muteAlerts(ports, { ...order, subject: 'u-bop' }, ['eve@example.com'])).toEqual({
    kind: 'no-such-subject',
    subject: 'u-bop',
    known: ['u-bob', 'eve@example.com'],
  });
  expect(await muteAlerts(ports, { ...order, subject: 'u-bob', until: '2026-03-20' })).toMatchObject({
    kind: 'muted-already',
    mute: { muteId: 'm-1' },
  });
  expect(await muteAlerts(ports, { ...order, until: '2026-06-08' })).toMatchObject({ kind: 'done' });
  expect(await muteAlerts(ports, { ...order, subject: 'eve@example.com' }, ['eve@example.com'])).toMatchObject({
    kind: 'muted-already',
    mute: { until: '2026-06-08' },
  });
});

test('people hear of their own credits whatever is muted', async () => {
  await muteAlerts(ports, { ...order, kind: 'budget-use' });
  await nightSees('2026-03-11', [], [aUse({ usedCredits: 850 })]);

  expect(told('ada@example.com')).toHaveLength(1);
  expect(told('lead@example.com')).toEqual([]);
});
