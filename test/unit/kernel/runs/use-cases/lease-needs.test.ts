import { expect, test } from 'vitest';

import { computersNeeds, computerStoreNeeds } from '../../../../../shared/computers/ports.ts';
import { digestStoreNeeds, organizationSourceNeeds } from '../../../../../shared/digest/ports.ts';
import { limitsLease } from '../../../../../shared/enforcement/use-cases/enforcement-work.ts';
import { invitationStoreNeeds } from '../../../../../shared/hook/ports.ts';
import { immediateSteps } from '../../../../../shared/kernel/runs/store/immediate-steps.ts';
import { leasedPorts, LeaseLostError } from '../../../../../shared/kernel/runs/use-cases/lease-keeper.ts';
import { liveNeeds } from '../../../../../shared/live/use-cases/live-work.ts';
import { readinessStoreNeeds, reportSourceNeeds } from '../../../../../shared/readiness/ports.ts';
import { requestStoreNeeds } from '../../../../../shared/requests/ports.ts';
import { sessionPlatformNeeds, sessionStoreNeeds } from '../../../../../shared/sessions/ports.ts';

type Needs = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

async function lost(): Promise<never> {
  throw new LeaseLostError('another run has taken over');
}

/** What a run can do no more once its lease is lost, of all that ports declare. */
async function barredBy(declared: Needs): Promise<readonly string[]> {
  const noPage = async function* () {};
  const ported = Object.entries(declared).filter(([, needs]) => typeof needs !== 'string');
  const ports = ported.map(([name, needs]) => [
    name,
    Object.fromEntries(Object.keys(needs).map((key) => [key, noPage])),
  ]);
  const keeper = { fence: 1, keep: lost, renew: lost };
  const given = { ...Object.fromEntries(ports), steps: immediateSteps() };
  const leased: Readonly<Record<string, Readonly<Record<string, () => unknown>>>> = leasedPorts(
    given,
    declared as never,
    keeper,
  );
  const barred: string[] = [];
  for (const [name, needs] of ported) {
    for (const method of Object.keys(needs)) {
      const answer = leased[name]?.[method]?.();
      const isBarred =
        answer instanceof Promise
          ? await answer.then(
              () => false,
              () => true,
            )
          : await (answer as AsyncGenerator).next().then(
              () => false,
              () => true,
            );
      barred.push(...(isBarred ? [`${name}.${method}`] : []));
    }
  }
  return barred.toSorted();
}

const notifying = [
  'alerts.assign',
  'alerts.endMute',
  'alerts.putMute',
  'alerts.enqueue',
  'alerts.put',
  'alerts.settle',
  'outbox.write',
];
const figures = ['ledger.putDay', 'ledger.putRows'];

test.for<{ readonly what: string; readonly needs: Needs; readonly barred: readonly string[] }>([
  {
    what: 'a run that sets limits',
    needs: limitsLease.needs,
    barred: [...notifying, ...figures, 'roster.read', 'usage.readDays', 'usage.readUserMetrics', 'users.put'],
  },
  {
    what: 'a run between the nights',
    needs: liveNeeds,
    barred: [
      ...notifying,
      ...figures,
      'known.put',
      'known.putAction',
      'known.putWalk',
      'live.putFloat',
      'live.putLow',
      'live.putUsageSamples',
      'live.putSessions',
      'live.putState',
      'sessions.find',
      'sessions.pages',
      'signIns.listSince',
      'users.put',
    ],
  },
  {
    what: 'a run that notifies of requests',
    needs: { requests: requestStoreNeeds, invitations: invitationStoreNeeds },
    barred: ['invitations.markNotified', 'invitations.put', 'requests.markNotified', 'requests.put'],
  },
  {
    what: 'a watcher of computers',
    needs: { computers: computersNeeds, store: computerStoreNeeds },
    barred: [
      'computers.create',
      'computers.retryInstall',
      'store.approve',
      'store.forget',
      'store.put',
      'store.putFacts',
    ],
  },
  {
    what: 'a digest',
    needs: { digests: digestStoreNeeds, organization: organizationSourceNeeds },
    barred: ['digests.keep', 'organization.activity', 'organization.productivity', 'organization.tools'],
  },
  {
    what: 'a watcher of readiness',
    needs: { reports: reportSourceNeeds, store: readinessStoreNeeds },
    barred: ['reports.pages', 'store.forget', 'store.put', 'store.putProgress'],
  },
  {
    what: 'a watcher of sessions',
    needs: { sessions: sessionPlatformNeeds, known: sessionStoreNeeds },
    barred: [
      'known.put',
      'known.putAction',
      'known.putWalk',
      'sessions.change',
      'sessions.find',
      'sessions.messages',
      'sessions.pages',
    ],
  },
])('$what does none of this once its lease is lost', async ({ needs, barred }) => {
  expect(await barredBy(needs)).toEqual(barred.toSorted());
});
