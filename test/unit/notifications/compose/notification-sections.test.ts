import { expect, test } from 'vitest';

import { notificationSections } from '../../../../shared/notifications/compose/notification-sections.ts';
import type { UseFacts } from '../../../../shared/notifications/conditions/condition-event.ts';
import type { Observation } from '../../../../shared/notifications/observation.ts';
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

test.for<readonly [string, Partial<UseFacts>, string, string]>([
  ['the organization', { scope: { kind: 'org' } }, '/budgets/org', 'Open the budget of the organization'],
  ['a pool', { scope: { kind: 'team', name: 'web' } }, '/budgets/team%3Aweb', 'Open the budget of team web'],
  ['a model', { scope: { kind: 'model', id: 'opus' } }, '/budgets/model%3Aopus', 'Open the budget of model opus'],
])('an admin’s mail about the budget of %s ends with one link to its page', ([, facts, subject, label]) => {
  const uses = [anOrgUse({ ...facts, owners: ['admin@example.com'], usedCredits: 1_100 })];

  expect(linksForAdmin({ uses })).toMatchObject([{ purpose: 'console', subject, label }]);
});

test('an admin’s mail about one person links to that person, and one about many to the budget that stops them', () => {
  const stopped = (said: Partial<Observation>) => [anObservation({ topic: 'stopped', headline: 'Stopped', ...said })];
  const scope = { kind: 'default' } as const;

  expect(linksForAdmin({ observed: stopped({ scope, person: 'ada@example.com' }) })).toMatchObject([
    { subject: '/people/ada%40example.com', label: 'Open the page of ada@example.com' },
  ]);
  expect(linksForAdmin({ observed: stopped({ scope }) })).toMatchObject([
    { subject: '/budgets/default', label: 'Open the default budget' },
  ]);
  expect(linksForAdmin({ observed: stopped({}) })).toEqual([]);
});

function linksForAdmin(seen: Parameters<typeof onEnforcementRun>[1]) {
  const console = 'https://console.example.com';
  const routing = { admins: ['admin@example.com'], fallback: [], unreachable: new Set<string>(), console };
  const [told = []] = play([onEnforcementRun('2026-03-11', seen)], routing).told;
  return notificationSections(told.filter(({ recipient }) => recipient === 'admin@example.com')).flatMap((section) =>
    section.kind === 'links' ? section.links : [],
  );
}
