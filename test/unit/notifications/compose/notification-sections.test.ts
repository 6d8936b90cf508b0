import { expect, test } from 'vitest';

import { notificationSections } from '../../../../shared/notifications/compose/notification-sections.ts';
import { anObservation, anOrgUse, aUse, onEnforcementRun, play } from '../observed.ts';

function told(...nights: Parameters<typeof play>[0]) {
  return play(nights).told.flat();
}

test('what is grave stands in full before the rest, which stands by headline in groups', () => {
  const notifications = told(
    onEnforcementRun('2026-03-11', {
      uses: [anOrgUse({ usedCredits: 1_100 }), aUse({ usedCredits: 600 })],
      observed: [anObservation({ topic: 'anomaly', headline: 'Ada used much', severity: 'medium' })],
    }),
  ).filter(({ role }) => role !== 'user');

  const sections = notificationSections(notifications);

  expect(sections.map((section) => ('heading' in section ? section.heading : ''))).toEqual([
    expect.stringMatching(/organization .*stopped/u),
    'Unusual usage (1)',
    'Budgets past a threshold (1)',
  ]);
});

test('of many alerts of a group it says how many it left out', () => {
  const observed = Array.from({ length: 9 }, (_, index) =>
    anObservation({ key: `u-${index}`, headline: `User ${index}` }),
  );
  const notifications = told(onEnforcementRun('2026-03-11', { observed }));

  const [section] = notificationSections(notifications);

  expect(section).toMatchObject({ heading: expect.stringMatching(/ \(9\)$/u) });
  expect(section?.kind === 'notes' ? section.notes.at(-1) : '').toContain('and 3 more');
});

test('no alerts make no section', () => {
  const sections = notificationSections([]);

  expect(sections).toEqual([]);
});

test('what is to be explained in the evidence has a button for whom it is about, and none for a stand-in', () => {
  const fault = anObservation({
    topic: 'evidence-changed',
    key: 'link 3',
    severity: 'critical',
    owners: ['sec@example.com', 'gone@example.com'],
    notifiesAdmins: false,
  });
  const routing = {
    admins: [],
    fallback: ['desk@example.com'],
    unreachable: new Set(['gone@example.com']),
    door: 'https://api.example.com',
  };
  const [told = []] = play([onEnforcementRun('2026-03-11', { observed: [fault] })], routing).told;

  const linksFor = (recipient: string) =>
    notificationSections(told.filter((each) => each.recipient === recipient)).filter(({ kind }) => kind === 'links');

  expect(linksFor('sec@example.com')).toMatchObject([
    {
      heading: 'Was it expected?',
      links: [{ purpose: 'acknowledge', subject: `alert/${told[0]?.event.conditionId}`, label: 'Explain it' }],
    },
  ]);
  expect(told.map(({ recipient }) => recipient)).toContain('desk@example.com');
  expect(linksFor('desk@example.com')).toEqual([]);
});

test('an owner of a team’s budget gets a link to its page, once, and a stand-in and other budgets’ owners get none', () => {
  const scope = { kind: 'team', name: 'web' } as const;
  const owners = ['lead@example.com', 'gone@example.com'];
  const routing = {
    admins: [],
    fallback: ['desk@example.com'],
    unreachable: new Set(['gone@example.com']),
    console: 'https://console.example.com',
  };
  const uses = [
    anOrgUse({ scope, owners, usedCredits: 1_100 }),
    anOrgUse({ usedCredits: 1_100, owners: ['cfo@example.com'] }),
  ];
  const observed = [anObservation({ topic: 'stopped', scope, owners, headline: 'Ada is stopped' })];
  const [told = []] = play([onEnforcementRun('2026-03-11', { uses, observed })], routing).told;

  const linksFor = (recipient: string) =>
    notificationSections(told.filter((each) => each.recipient === recipient)).flatMap((section) =>
      section.kind === 'links' ? section.links : [],
    );

  expect(linksFor('lead@example.com')).toMatchObject([
    { purpose: 'console', subject: '/budgets/team%3Aweb', door: routing.console, label: 'Open the budget of team web' },
  ]);
  expect([...linksFor('desk@example.com'), ...linksFor('cfo@example.com')]).toEqual([]);
});
