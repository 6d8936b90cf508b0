import { expect, test } from 'vitest';

import { alarmIdOf, type HistoryAlarm } from '../../../shared/controls/history/history-alarm.ts';
import { memoryWatchStateStore } from '../../../shared/controls/store/memory-controls-stores.ts';
import { acknowledgeAlert } from '../../../shared/notifications/use-cases/acknowledge.ts';
import { hourMs } from '../virtual-clock.ts';
import { aControlsWorld, contact, mailsTo, startMs, watch, watchLater, type ControlsWorld } from './controls-world.ts';

/** Every change is of medium severity here, and a rewritten history critical. The world begins on a Monday, 08:00. */
const quietUntil10 = {
  severities: ['high', 'medium', 'low', 'info'],
  timeZone: 'UTC',
  days: [1, 2, 3, 4, 5, 6, 7],
  from: '22:00',
  until: '10:00',
} as const;

async function watched(count: number, alerts: Partial<ControlsWorld['settings']['alerts']> = {}) {
  const world = aControlsWorld();
  for (let level = 1; level <= count; level += 1) {
    world.history.change({ level });
  }
  await watch(world);
  world.settings = { ...world.settings, alerts: { ...world.settings.alerts, ...alerts } };
  return world;
}

function subjectsTo(world: ControlsWorld, to: string = contact): readonly string[] {
  return mailsTo(world, to).map(({ subject }) => subject);
}

test('a change in quiet hours is mailed when they end, with all other changes in one mail', async () => {
  const world = await watched(2, { quietHours: [quietUntil10] });
  world.history.change({ level: 3 });
  const first = await watchLater(world);
  world.history.change({ level: 4 });
  await watchLater(world);
  const before = subjectsTo(world).length;
  world.clock.moveTo('2026-03-02T10:00:00Z');

  const { outcome } = await watch(world);
  const again = await watchLater(world);

  expect([first.outcome.alerts, before]).toEqual([0, 1]);
  expect([outcome.alerts, again.outcome.alerts]).toEqual([1, 0]);
  const [, ...mails] = mailsTo(world);
  expect(mails.map(({ subject }) => subject.endsWith('(and 1 more)'))).toEqual([true]);
  expect(mails[0]?.text).toContain('level was 2 and is 3');
  expect(mails[0]?.text).toContain('level was 3 and is 4');
});

test('what is critical is mailed at once, whatever the hour', async () => {
  const world = await watched(3, { quietHours: [quietUntil10] });
  world.history.rewrite(2, { level: 'forged' });

  const { outcome } = await watchLater(world);

  expect(outcome.alerts).toBe(1);
  expect(subjectsTo(world).at(-1)).toContain('controls rewritten');
});

test('the fallback gets the report of a security contact whom mail does not reach, and why', async () => {
  const world = await watched(2, { unreachable: [contact.toUpperCase()], fallback: ['backup@acme.example'] });
  world.history.change({ level: 3 });

  await watchLater(world);

  expect(subjectsTo(world)).toHaveLength(1);
  const [mail, ...more] = mailsTo(world, 'backup@acme.example');
  expect(more).toEqual([]);
  expect(mail?.text).toContain('level was 2 and is 3');
  expect(mail?.text).toContain('alerts.fallback');
});

test('a run that has something grave to report and nobody to report it to says so itself', async () => {
  const world = await watched(3);
  world.settings = { ...world.settings, admins: [], controls: { securityContacts: [], approvedChangers: [] } };
  world.history.rewrite(2, { level: 'forged' });

  const { outcome } = await watchLater(world);
  const later = await watchLater(world);

  for (const { status, alerts, problems } of [outcome, later.outcome]) {
    expect({ status, alerts }).toEqual({ status: 'complete', alerts: 0 });
    expect(problems).toEqual([expect.stringMatching(/^No one was notified.*rewritten/u)]);
  }
});

test('an alarm is an alert like any other: it is open until somebody acknowledges it, which is evidence', async () => {
  const world = await watched(3);
  world.history.rewrite(2, { level: 'forged' });
  await watchLater(world);
  const [open] = await world.stores.alerts.read('controls', []);
  const by = { by: 'ada', at: new Date(world.clock.now()).toISOString(), reason: 'agreed', until: '2026-03-02' };

  const outcome = await acknowledgeAlert({ ...world.stores, clock: world.clock }, open?.conditionId ?? '', by);
  await watchLater(world);
  const quiet = subjectsTo(world).length;
  world.clock.moveTo('2026-03-03T00:10:00Z');
  await watch(world);
  await watchLater(world);

  expect(outcome.kind).toBe('acknowledged');
  const links = await world.stores.evidence.list(1, 100);
  expect(links.filter(({ kind }) => kind === 'acknowledged').map(({ body }) => body['subject'])).toEqual([
    'rewritten/1/2',
  ]);
  // One for the first run, one for the alarm, one when the day of the acknowledgement has passed.
  expect([quiet, subjectsTo(world).length]).toEqual([2, 3]);
});

test('an open alarm that was stored before alarms were conditions is not reported again, and is resolved', async () => {
  const world = aControlsWorld();
  const gap: HistoryAlarm = { kind: 'gap', series: 1, missing: [{ from: 2, through: 2 }] };
  const record = { alarmId: alarmIdOf(gap), alarm: gap, phase: 'open', at: new Date(startMs - hourMs).toISOString() };
  const upgraded: ControlsWorld = {
    ...world,
    stores: { ...world.stores, state: memoryWatchStateStore([{ ...record, phase: 'open' }]) },
  };
  const hidden = [1, 2, 3].map((level) => upgraded.history.change({ level }))[1];
  upgraded.history.revisions = upgraded.history.revisions.filter((each) => each !== hidden);
  const first = await watch(upgraded);
  if (hidden !== undefined) {
    upgraded.history.revisions.splice(1, 0, hidden);
  }

  const second = await watchLater(upgraded);
  const third = await watchLater(upgraded);

  expect(first.reports.flatMap(({ alarms }) => alarms)).toEqual([]);
  expect(second.reports.flatMap(({ over }) => over)).toEqual([gap]);
  expect(third.reports).toEqual([]);
});
