import { expect, test } from 'vitest';

import type { Snapshot } from '../../../shared/explanation/snapshot.ts';
import { observeRoster, describeRosterChanges } from '../../../shared/roster/observe-roster.ts';
import type { KnownUser } from '../../../shared/roster/person.ts';
import { rosterFindings, seeRoster } from '../../../shared/roster/roster-findings.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../support/domain-samples.ts';
import { aSnapshot } from '../../support/snapshot-samples.ts';

const span = { after: '2026-03-14T02:30:00.000Z', through: '2026-03-15T02:30:00.000Z' };
const terms = { idleDays: 28, idleCredits: 500 };
const event = (kind: 'joined' | 'left' | 'returned') => [{ kind, at: span.through }] as const;

const renamedFrom = (emailBefore: string) => [{ kind: 'email-changed', at: span.through, emailBefore }] as const;

function person(userId: string, said: Partial<KnownUser> = {}): KnownUser {
  return { userId, email: `${userId}@acme.example`, ...said };
}

function found(snapshot: Snapshot) {
  return rosterFindings(seeRoster(snapshot, terms, span), snapshot).map(
    ({ kind, subject, severity, detail }) => `${kind} ${subject} ${severity}: ${detail}`,
  );
}

test('who joined is reported with the limit that they got and when', () => {
  const users = [person('ann', { events: event('joined') }), person('bob', { events: event('returned') })];

  expect(found(aSnapshot({ users, records: [aConfirmedLimit('ann', 400)] }))).toEqual([
    'joined ann@acme.example info: On the roster since 15 Mar 2026: a limit of 400 credits, sent on Sun 1 Mar 2026, 02:30 UTC',
    expect.stringMatching(/^returned bob@acme\.example low: .*15 Mar 2026: no confirmed/u),
  ]);
});

test('who left is reported with what the last limit still leaves, the highest that may be in force', () => {
  const gone = { goneSince: '2026-03-15', events: event('left') };
  const raised = { limitCredits: 900, at: '2026-03-14T02:30:00.000Z', runId: 'x' };
  const users = [person('ann', gone), person('bob', gone), person('cleo', gone), person('dan', gone)];
  const records = [
    aConfirmedLimit('ann', 400),
    aConfirmedLimit('bob', 300),
    { ...aConfirmedLimit('cleo', 400), unsettled: [raised] },
  ];
  const usage = someUsage({ ann: 100, bob: 300, cleo: 100 });

  expect(found(aSnapshot({ users, records, usage }))).toEqual([
    expect.stringMatching(/^left ann@acme\.example low: .*15 Mar 2026: up to 300 credits until 31 Mar/u),
    expect.stringMatching(/^left bob@acme\.example info: .*15 Mar 2026: nothing is left/u),
    expect.stringMatching(/^left cleo@acme\.example low: .*15 Mar 2026: up to 800 credits until 31 Mar/u),
    expect.stringMatching(/^left dan@acme\.example medium: .*15 Mar 2026: no limit/u),
  ]);
});

test('who cannot be capped is reported with the credits at stake, an account that was never on the roster as such', () => {
  const users = [person('ann'), { userId: 'nomail' }];
  const stray = { platform: 70, month: 70, email: 'stray@else.example' };

  const lines = found(aSnapshot({ users, usage: someUsage({ nomail: 30, stray }) }));

  expect(lines).toEqual([
    expect.stringMatching(/^not-capped user nomail medium: .*30 credits/u),
    expect.stringMatching(/^off-roster stray@else\.example high: .*70 credits/u),
  ]);
});

const pool = aBudget({ scope: { kind: 'org' }, amount: credits(10_000) });
const idlers = ['ann', 'bob', 'cleo', 'new'];
const working = someUsage({ dan: 100 });

function withIdlers(joined: string) {
  const users = [...idlers.map((id) => person(id, id === 'new' ? { createdAt: joined } : {})), person('dan')];
  const records = [
    aConfirmedLimit('ann', 2_000),
    aConfirmedLimit('bob', 499),
    aConfirmedLimit('new', 2_000),
    aConfirmedLimit('dan', 5_000),
  ];
  return aSnapshot({ users, records, usage: working, budgets: [pool] });
}

test('who has used nothing for weeks and may use much is idle, with what that keeps from the pool', () => {
  expect(found(withIdlers('2026-03-10T00:00:00Z')).filter((line) => line.startsWith('idle'))).toEqual([
    expect.stringMatching(/^idle-limit ann@acme\.example low: .*2,000 credits, .*org$/u),
  ]);
  expect(found(withIdlers('2026-01-20')).filter((line) => line.startsWith('idle'))).toHaveLength(2);
});

test('without a setting a limit is large that leaves as much as the median user used', () => {
  const snapshot = withIdlers('2026-03-10');

  const { idle } = seeRoster(snapshot, { idleDays: 28 }, span);

  expect(idle?.map(({ userId, leftCredits }) => `${userId} ${leftCredits}`)).toEqual(['ann 2000', 'bob 499']);
});

test('nobody is called idle while the ledger knows too few days', () => {
  const snapshot = withIdlers('2026-01-20');
  const use = { ...snapshot.use, knownFrom: '2026-02-20' };

  expect(seeRoster({ ...snapshot, use }, terms, span).idle).toBeUndefined();
  expect(seeRoster({ ...snapshot, use }, { ...terms, idleDays: 20 }, span).idle).toHaveLength(2);
});

test('the idle users of a pool are one condition, which is news again once there are twice as many', () => {
  const idle = (count: number) => ({
    changes: [],
    twins: [],
    uncappable: [],
    idle: Array.from({ length: count }, (_, index) => ({
      userId: `u${index}`,
      email: `u${index}@acme.example`,
      limitCredits: 100,
      leftCredits: 100,
      binding: { scope: { kind: 'org' }, window: 'month' } as const,
    })),
  });
  const observed = [4, 7, 8].map((count) => observeRoster(idle(count), 28)[0]);

  expect(observed.map((each) => `${each?.key} ${each?.fingerprint}`)).toEqual([
    'org size-2',
    'org size-2',
    'org size-3',
  ]);
  expect(observed[0]?.headline).toMatch(/^4 users of org .* 28 days .* 400 credits$/u);
});

test('an imitated email is a condition; a shared one is not, since the nightly run notifies of it', () => {
  const users = [
    person('ann'),
    person('twin', { email: 'аnn@acme.example' }),
    person('shared', { email: 'ANN@acme.example' }),
  ];
  const alike = seeRoster(aSnapshot({ users: users.slice(0, 2) }), terms, span);
  const same = seeRoster(aSnapshot({ users: [users[0] ?? person('x'), users[2] ?? person('y')] }), terms, span);

  expect(observeRoster(alike, 28).map(({ topic, severity }) => `${topic} ${severity}`)).toEqual([
    'look-alike-users high',
  ]);
  expect(observeRoster(same, 28)).toEqual([]);
});

test('the first look reports nothing of what happened before it', () => {
  const users = [person('ann', { events: event('joined') })];

  expect(seeRoster(aSnapshot({ users }), terms, undefined).changes).toEqual([]);
});

test('the mail has a table for each kind of change, cut where there are many', () => {
  const users = Array.from({ length: 25 }, (_, index) => person(`u${index}`, { events: event('joined') }));
  const gone = person('ann', { goneSince: '2026-03-15', events: event('left') });
  const { changes } = seeRoster(aSnapshot({ users: [...users, gone] }), terms, span);

  const mail = describeRosterChanges(changes, { through: '2026-03-15', runId: 'roster-1' });

  expect(mail).toMatchObject({
    subject: 'Curfew 15 Mar: roster, joined: 25 people, left: 1 person',
    tone: 'warning',
    sections: [
      { kind: 'table', heading: 'Joined (25)', table: { more: 'and 5 more' } },
      { kind: 'table', heading: 'Left (1)' },
    ],
  });
});

test('a domain that stands in place of another is one finding, and everybody is counted', () => {
  const users = [
    ...['ann', 'bob', 'cem'].map((name) =>
      person(name, { email: `${name}@acme.com`, events: renamedFrom(`${name}@acme.example`) }),
    ),
    person('dot', { email: 'dorothy@acme.com', events: renamedFrom('dot@acme.example') }),
  ];
  const { changes } = seeRoster(aSnapshot({ users }), terms, span);

  expect(changes.map(({ subject, people }) => [subject, people])).toEqual([
    ['dorothy@acme.com', 1],
    ['@acme.com', 3],
  ]);
  expect(describeRosterChanges(changes, { through: '2026-03-15', runId: 'roster-1' }).subject).toContain(
    'changed their email: 4 people',
  );
});

test('of two addresses that no mark tells apart the headline has the ends of their ids', () => {
  const headlineOf = (first: string, second: string) => {
    const users = [first, second].map((email, at) => ({ userId: `user-000${at}`, email }));
    return observeRoster(seeRoster(aSnapshot({ users }), terms, undefined), 28)[0]?.headline;
  };

  expect(headlineOf('paypal@acme.example', 'paypa1@acme.example')).toContain('paypa1@acme.example (user …0001)');
  expect(headlineOf('anna@acme.example', 'аnna@acme.example')).not.toContain('…');
});
