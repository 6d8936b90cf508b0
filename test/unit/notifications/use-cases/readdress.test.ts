import { expect, test } from 'vitest';

import { notificationsOfReport } from '../../../../shared/notifications/notification.ts';
import { routedPeople } from '../../../../shared/notifications/routing.ts';
import { memoryAlertStore } from '../../../../shared/notifications/store/memory-alert-store.ts';
import { readdress } from '../../../../shared/notifications/use-cases/deliver-waiting.ts';
import { ada, anObservation, aUse, onEnforcementRun, play, routing } from '../observed.ts';

const seen = { uses: [aUse({ usedCredits: 900 })], observed: [anObservation()] };
const [pending = []] = play([onEnforcementRun('2026-03-10', seen)]).told;
const report = notificationsOfReport(
  {
    reportId: 'r',
    topic: 'controls',
    severity: 'high',
    owners: [ada.email],
    contentFor: () => ({ subject: 's', tone: 'report', lead: '', sections: [], foot: [] }),
  },
  '2026-03-10T02:30:00.000Z',
  routing,
);

async function recipientsAfter(users: Parameters<typeof routedPeople>[0]) {
  const alerts = memoryAlertStore();
  await alerts.enqueue([...pending, ...report]);
  await readdress({ alerts }, { lease: 'limits', routing: { ...routing, people: routedPeople(users) } });
  const left = [...(await alerts.listPending('limits')), ...(await alerts.listPending('controls'))];
  return left.map(({ notification: { recipient } }) => recipient).toSorted();
}

const others = ['admin@example.com', 'lead@example.com'];

test('what waits for the mail to an address that somebody else has by now goes to whom it is about', async () => {
  const users = [
    { userId: 'u-new', email: ada.email },
    { userId: ada.userId, email: 'ada.new@example.com' },
  ];

  // The report is for the address itself.
  expect(await recipientsAfter(users)).toEqual(['ada.new@example.com', ada.email, ...others].toSorted());
});

test('what waits for the right address stays as it is, and nothing is written', async () => {
  const alerts = memoryAlertStore();
  const never = async () => expect.unreachable('nothing is written');
  await alerts.enqueue(pending);

  await readdress(
    { alerts: { ...alerts, enqueue: never, settle: never } },
    { lease: 'limits', routing: { ...routing, people: routedPeople([ada]) } },
  );

  expect(await recipientsAfter([ada])).toEqual([ada.email, ada.email, ...others].toSorted());
});
