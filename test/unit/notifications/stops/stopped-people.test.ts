import { expect, test } from 'vitest';

import { linksOf } from '../../../../shared/notifications/compose/notification-sections.ts';
import type { StopFacts } from '../../../../shared/notifications/conditions/condition-event.ts';
import { notificationsOf } from '../../../../shared/notifications/notification.ts';
import type { Routing } from '../../../../shared/notifications/routing.ts';
import { stoppedPeople, watchStoppedPeople } from '../../../../shared/notifications/stops/stopped-people.ts';
import { ada, march } from '../observed.ts';

const at = '2026-03-15T02:30:00.000Z';
const routing: Routing = {
  admins: ['admin@acme.example'],
  fallback: [],
  unreachable: new Set(),
  console: 'https://console.example.com',
};
const owners = ['lead@acme.example'];
const amounts = { amountCredits: 50_000, usedCredits: 43_000, ownUsedCredits: 9_000, limitCredits: 9_000 };
const ways = ['--within-pool', '--raise-pools'].map((how) => ({
  meaning: how,
  command: `npx curfew topup add ada@example.com 2000 ${how}`,
}));
const forTeam = { meaning: 'for all', command: 'npx curfew topup add team:web 10000' };
const byTeam: StopFacts = {
  user: ada,
  window: march,
  scope: { kind: 'team', name: 'web' },
  ...amounts,
  ways: [...ways, forTeam],
};

/** What each reads of Ada, whom a budget stops, and where their links lead. */
function toldOf(said: Partial<StopFacts>) {
  const stop = { ...byTeam, ...said };
  const [people] = stoppedPeople([{ stop, owners }], new Set([ada.userId]));
  const moment = { at, today: '2026-03-15', routing };
  const events = people === undefined ? [] : watchStoppedPeople(undefined, people, moment).events;
  return new Map(
    events
      .flatMap((event) => notificationsOf(event, at, routing))
      .map((notification) => [
        notification.recipient,
        {
          text: 'observation' in notification.event ? notification.event.observation.details.join('\n') : '',
          links: linksOf([notification]).flatMap((section) =>
            section.kind === 'links' ? section.links.map(({ subject }) => subject) : [],
          ),
        },
      ]),
  );
}

test('an owner of a team reads what they can give of it, with a link to do so, and an admin the commands of all ways with a link to the budget', () => {
  const told = toldOf({});
  const [lead, admin] = [told.get('lead@acme.example'), told.get('admin@acme.example')];

  expect(lead?.text).toContain('--within-pool');
  expect(lead?.text).not.toMatch(/--raise-pools|budgets set|topup add team:/u);
  expect(lead?.links).toEqual(['/people/ada%40example.com?do=give', '/budgets/team%3Aweb']);
  expect(admin?.links).toEqual(['/budgets/team%3Aweb']);
  expect(admin?.text).toMatch(/--within-pool[^]+--raise-pools[^]+topup add team:web/u);
});

test.for<readonly [string, Partial<StopFacts>]>([
  ['a team that has nothing left', { usedCredits: 50_000, ways: [forTeam] }],
  ['the default budget of its members', { scope: { kind: 'members', name: 'web' }, ways: [forTeam] }],
])('an owner of %s reads whom to ask, and no command that they may not use', ([, said]) => {
  const lead = toldOf(said).get('lead@acme.example');

  expect(lead?.text).toContain('Ask admin@acme.example for more');
  expect(lead?.text).not.toContain('npx curfew');
});
