import { describe, expect, test } from 'vitest';

import { memoryJournal } from '../../../../shared/journal/store/memory-journal.ts';
import { invariant } from '../../../../shared/kernel/invariant.ts';
import { describeNotification } from '../../../../shared/notifications/compose/describe-notification.ts';
import { forecastConditionId } from '../../../../shared/notifications/conditions/forecast-condition.ts';
import { useConditionId } from '../../../../shared/notifications/conditions/use-observation.ts';
import type { ConditionNotification, Report } from '../../../../shared/notifications/notification.ts';
import { observedConditionId } from '../../../../shared/notifications/observation.ts';
import type { NotifyPorts } from '../../../../shared/notifications/ports.ts';
import type { StopsSeen } from '../../../../shared/notifications/stops/stop-condition.ts';
import { stoppedPeopleId } from '../../../../shared/notifications/stops/stopped-people.ts';
import { memoryAlertStore } from '../../../../shared/notifications/store/memory-alert-store.ts';
import { notify } from '../../../../shared/notifications/use-cases/notify.ts';
import { ada, aForecast, anObservation, anOrgUse, aUse, march, onEnforcementRun, routing } from '../observed.ts';

const known = { ...routing, troubled: [] };
const run = { runId: 'run-1', at: '2026-03-10T02:30:00.000Z', today: '2026-03-10' };

function thePorts() {
  return { alerts: memoryAlertStore(), journal: memoryJournal() };
}

async function notifyOf(ports: NotifyPorts, over: Parameters<typeof onEnforcementRun>[1], day = '2026-03-10') {
  await notify(ports, run, { lease: 'limits', observations: onEnforcementRun(day, over), routing: known });
}

const stop = { user: ada, window: march, amountCredits: 50, usedCredits: 50, ownUsedCredits: 50, limitCredits: 50 };

function aStop(): StopsSeen {
  return { stopped: [{ stop, owners: [] }], freed: new Map(), people: new Set([ada.userId]), isByHand: false };
}

async function journalOf({ journal }: NotifyPorts) {
  return journal.list({ from: '2026-03-01', through: '2026-03-31' }, 100);
}

function toldTo({ alerts }: ReturnType<typeof thePorts>, recipient: string): ConditionNotification {
  const found = alerts.allNotifications().find(({ notification }) => notification.recipient === recipient);
  invariant(found?.notification.kind === 'condition', 'somebody is notified of a condition');
  return found.notification;
}

test('a run that finds nothing new writes nothing', async () => {
  const ports = thePorts();
  const never = async () => expect.unreachable('nothing is written');

  await notifyOf(
    { alerts: { ...ports.alerts, enqueue: never, put: never }, journal: { ...ports.journal, append: never } },
    {},
  );
});

test('a run that sees what is known already writes nothing', async () => {
  const ports = thePorts();
  const never = async () => expect.unreachable('nothing is written');
  await notifyOf(ports, { observed: [anObservation()] });

  await notifyOf(
    { alerts: { ...ports.alerts, enqueue: never, put: never }, journal: { ...ports.journal, append: never } },
    { observed: [anObservation()] },
  );
});

test('a report is for its owners, whether or not anything was seen', async () => {
  const ports = thePorts();
  const report: Report = {
    reportId: 'r-1',
    topic: 'digest',
    severity: 'info',
    owners: ['lead@example.com'],
    contentFor: () => ({ subject: 's', tone: 'report', lead: '', sections: [], foot: [] }),
  };

  await notify(ports, run, {
    lease: 'digest',
    observations: { at: run.at, observed: [], lookedFor: {} },
    routing: known,
    report,
  });

  expect(ports.alerts.allNotifications().map(({ notification }) => notification.recipient)).toEqual([
    'lead@example.com',
  ]);
  expect(await journalOf(ports)).toEqual([]);
});

test.for([
  ['a use', { uses: [aUse({ usedCredits: 900 })] }],
  ['a forecast', { forecasts: [aForecast(2_000)] }],
  ['somebody who is stopped', { stops: aStop() }],
] as const)('%s alone is enough to be looked at', async ([, seen]) => {
  const ports = thePorts();

  await notifyOf(ports, seen);

  expect(ports.alerts.allStates()).not.toEqual([]);
});

describe('the journal has an entry for each event', () => {
  test('with all who are notified of it, in the words for those who look after it', async () => {
    const ports = thePorts();

    await notifyOf(ports, { uses: [aUse({ usedCredits: 1_000, mode: 'alert' })] });

    const lead = toldTo(ports, 'lead@example.com');
    expect(lead.role).toBe('owner');
    expect(await journalOf(ports)).toStrictEqual([
      {
        id: `run-1/alert/${lead.event.eventId}`,
        at: run.at,
        kind: 'alert-told',
        actor: 'curfew',
        runId: 'run-1',
        subject: lead.event.conditionId,
        detail: {
          what: 'use-crossed',
          severity: lead.severity,
          headline: describeNotification(lead).headline,
          to: expect.toSatisfy((to: string[]) => to.toSorted().join() === 'ada@example.com,lead@example.com'),
        },
      },
    ]);
  });

  test('also where nobody but the user is notified', async () => {
    const ports = thePorts();

    const observations = onEnforcementRun('2026-03-10', { uses: [aUse({ usedCredits: 900, owners: [] })] });

    await notify(ports, run, { lease: 'limits', observations, routing: { ...known, admins: [] } });

    const [entry] = await journalOf(ports);
    const own = toldTo(ports, ada.email);
    const { headline } = describeNotification({ ...own, role: 'owner' });
    expect(own.role).toBe('user');
    expect(headline).not.toBe(describeNotification(own).headline);
    expect(entry?.detail).toMatchObject({ headline, to: [ada.email] });
  });

  test('which says that it is provisional where the ledger does not know of all the use', async () => {
    const ports = thePorts();
    const seen = { credits: 500, at: run.at };

    await notifyOf(ports, {
      uses: [aUse({ usedCredits: 900, dataThrough: '2026-03-09', seen })],
      observed: [anObservation()],
    });

    const details = (await journalOf(ports)).map(({ detail }) => [detail?.['what'], detail?.['provisional']]);
    expect(new Map(details as [string, unknown][])).toEqual(
      new Map<string, unknown>([
        ['use-crossed', true],
        ['condition-raised', undefined],
      ]),
    );
  });
});

test('the state of everything that was seen is looked up, open or not, once', async () => {
  const ports = thePorts();
  const asked: string[] = [];
  const find: typeof ports.alerts.find = async (ids) => {
    asked.push(...ids);
    return ports.alerts.find(ids);
  };
  const [use, forecast, observed] = [anOrgUse(), aForecast(500), anObservation()];
  const stops = aStop();
  const seen = { uses: [use], forecasts: [forecast], observed: [observed], stops };
  await notifyOf(ports, { observed: [observed] });

  await notifyOf({ ...ports, alerts: { ...ports.alerts, find } }, seen, '2026-03-11');

  const ids = [useConditionId(use), forecastConditionId(forecast), `stop/${ada.userId}`, stoppedPeopleId({ stop })];
  expect(asked.toSorted()).toEqual(ids.toSorted());
  expect(asked).not.toContain(observedConditionId(observed));
});

test('a condition that comes back after it was resolved is known to have been there', async () => {
  const ports = thePorts();
  await notifyOf(ports, { observed: [anObservation()] });
  await notifyOf(ports, {}, '2026-03-11');
  const open = await ports.alerts.read('limits', []);

  await notifyOf(ports, { observed: [anObservation()] }, '2026-03-12');

  expect(open).toEqual([]);
  expect(ports.alerts.allStates()).toMatchObject([{ phase: 'in-alarm', occurrence: 2 }]);
});
