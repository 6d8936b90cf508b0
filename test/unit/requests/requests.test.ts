import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { ChannelTerms } from '../../../shared/channels/channel.ts';
import { callerOfLink, callerOfMachine } from '../../../shared/kernel/access/caller.ts';
import { approversOf, decideByChannel, decideDeciding } from '../../../shared/requests/approvers.ts';
import { decideAsk, proposedLastDay, type Ask } from '../../../shared/requests/ask.ts';
import { decideRequest, withdrawRequest } from '../../../shared/requests/decide-request.ts';
import { factsOfRequest } from '../../../shared/requests/describe-request.ts';
import { formatClaim, linkPurposes, readClaim } from '../../../shared/requests/link-claim.ts';
import { decideAutoApproval, requestRuleKind, type RequestRuleTerms } from '../../../shared/requests/request-rule.ts';
import { requestMonths, requestStatus } from '../../../shared/requests/request.ts';
import { aRequest } from '../../support/requests.ts';

const at = '2026-03-15T10:00:00.000Z';
const asking = { id: '2026-03-bbbb', userId: 'u-ann', email: 'ann@acme.example', at };
const ask: Ask = { credits: 5_000, until: '2026-03-31', reason: 'release week' };
const lists = { viewers: [], budgetAdmins: [], approvers: [], security: [], teamOwners: {} };

describe('asking', () => {
  test('a valid ask becomes a request of version 1 that nobody has decided', () => {
    const asked = decideAsk({ ...ask, reason: '  release week ' }, asking, []);

    expect(asked).toMatchObject({
      kind: 'asked',
      request: {
        id: asking.id,
        userId: 'u-ann',
        email: 'ann@acme.example',
        askedAt: at,
        ...ask,
        state: 'asked',
        version: 1,
      },
    });
  });

  test.each<{ readonly said: Partial<Ask>; readonly field: string }>([
    { said: { credits: 0 }, field: 'credits' },
    { said: { credits: 1.5 }, field: 'credits' },
    { said: { credits: Number.NaN }, field: 'credits' },
    { said: { credits: 1e15 }, field: 'credits' },
    { said: { until: '2026-03-14' }, field: 'until' },
    { said: { until: '2026-06-16' }, field: 'until' },
    { said: { until: '2026-02-30' }, field: 'until' },
    { said: { reason: ' ' }, field: 'reason' },
    { said: { reason: 'x'.repeat(301) }, field: 'reason' },
    { said: { reason: 'to \u202Emoc' }, field: 'reason' },
  ])('$said is refused by its field', ({ said, field }) => {
    expect(decideAsk({ ...ask, ...said }, asking, [])).toMatchObject({ kind: 'refused', problems: [{ field }] });
  });

  test('one person has two undecided requests at most, and asks four times a day; what is over does not count', () => {
    const open = [aRequest({ id: '2026-03-1' }), aRequest({ id: '2026-03-2' })];
    const expired = open.map((request) => ({ ...request, until: '2026-03-14', askedAt: '2026-03-10T09:00:00.000Z' }));
    const asked = [1, 2, 3, 4].map((id) => aRequest({ id: `2026-03-${id}`, state: 'withdrawn' }));

    expect([open, asked, expired].map((own) => decideAsk(ask, asking, own).kind)).toEqual([
      'refused',
      'refused',
      'asked',
    ]);
  });
});

describe('deciding', () => {
  const lead = { name: 'lead@acme.example', at };

  test('all, less or nothing is given, and the top-up is named after the request', () => {
    const outcomes = [
      decideRequest(aRequest(), { verdict: 'approve' }, lead),
      decideRequest(aRequest(), { verdict: 'approve', credits: 4_999 }, lead),
      decideRequest(aRequest(), { verdict: 'deny', reason: 'not now' }, lead),
    ];

    const topUpId = 'request-2026-03-aaaa';
    expect(outcomes).toMatchObject([
      { request: { state: 'approved', version: 2, decision: { by: lead.name, at, credits: 5_000, topUpId } } },
      { request: { state: 'less', decision: { credits: 4_999, topUpId } } },
      { request: { state: 'denied', decision: { reason: 'not now' } } },
    ]);
    expect(outcomes[2]).not.toHaveProperty('request.decision.topUpId');
  });

  test('a decision stays, an expired request is over, and nobody gives more than was asked for', () => {
    const denied = aRequest({ state: 'denied', decision: { by: 'x', at } });
    const late = { ...lead, at: '2026-03-30T00:00:00.000Z' };
    const because = [
      decideRequest(denied, { verdict: 'approve' }, lead),
      decideRequest(aRequest(), { verdict: 'approve' }, late),
      decideRequest(aRequest(), { verdict: 'approve', credits: 5_001 }, lead),
      decideRequest(aRequest(), { verdict: 'deny', reason: ' ' }, lead),
      decideRequest(aRequest(), { verdict: 'approve', reason: 'a\nb' }, lead),
    ];

    expect(because).toMatchObject(
      ['decided', 'expired', 'credits', 'reason', 'reason'].map((each) => ({ because: each })),
    );
    expect(requestStatus(aRequest(), late.at)).toBe('expired');
    expect(withdrawRequest(denied, at)).toBeUndefined();
    expect(withdrawRequest(aRequest(), at)).toMatchObject({ state: 'withdrawn', version: 2 });
  });

  test('approvers and owners of the team decide, whoever asked does not, and an owner raises no pool', () => {
    const roles = {
      ...lists,
      approvers: ['boss@acme.example', 'Ann@acme.example', 'group:leads'],
      teamOwners: { web: ['lead@acme.example'] },
    };
    const rules = { roles, fourEyes: {} };
    const about = { request: aRequest(), team: 'web' };
    const allowed = (email: string, pools: RequestRuleTerms['pools'], team = 'web') =>
      decideDeciding(callerOfLink(email), rules, { ...about, team, pools }).kind;

    expect(approversOf(about, roles)).toEqual(['boss@acme.example', 'lead@acme.example']);
    expect(allowed('boss@acme.example', 'raise')).toBe('allowed');
    expect(allowed('ann@acme.example', 'within')).toBe('refused');
    expect(allowed('lead@acme.example', 'within')).toBe('allowed');
    expect(allowed('lead@acme.example', 'raise')).toBe('refused');
    expect(allowed('lead@acme.example', 'within', 'ops')).toBe('refused');
    expect(allowed('other@acme.example', 'within')).toBe('refused');
    expect(
      decideDeciding(
        callerOfMachine('ann@acme.example'),
        { ...rules, fourEyes: { ownLimit: true } },
        { ...about, pools: 'within' },
      ).kind,
    ).toBe('refused');
  });
});

test('a channel decides where it is an approver, for its teams, and only where people may decide on their own requests', () => {
  const finops: ChannelTerms = { name: 'finops', kind: 'slack', severity: 'high', approver: true };
  const decides = (
    channel: Partial<ChannelTerms>,
    fourEyes: { readonly ownLimit?: boolean } = { ownLimit: false },
    pools: RequestRuleTerms['pools'] = 'within',
  ) =>
    decideByChannel(
      { ...finops, ...channel },
      { roles: lists, fourEyes },
      { request: aRequest({ email: 'ann@acme.example' }), team: 'web', pools },
    ).kind === 'allowed';

  expect([decides({}), decides({ approver: undefined }), decides({ approver: false })]).toEqual([true, false, false]);
  expect([decides({ teams: ['web'] }), decides({ teams: ['core'] })]).toEqual([true, false]);
  expect([decides({}, undefined, 'raise'), decides({ teams: ['web'] }, undefined, 'raise')]).toEqual([true, false]);
  expect([decides({}, { ownLimit: true }), decides({}, {})]).toEqual([false, false]);
});

describe('rules that approve', () => {
  const rule: RequestRuleTerms & { readonly updatedBy: string } = {
    name: 'small',
    creditsMax: 5_000,
    personMonthMax: 8_000,
    pools: 'within',
    updatedBy: 'lead@acme.example',
  };
  const given = (
    credits: number,
    said: { readonly email?: string; readonly rule?: string; readonly day?: string } = {},
  ) => {
    const { email = 'ann@acme.example', rule: by = 'small', day = '2026-03-02' } = said;
    return aRequest({
      email,
      state: 'approved',
      decision: { by: `rule ${by}`, at: `${day}T09:00:00.000Z`, rule: by, credits },
    });
  };
  const byHand = (credits: number) =>
    aRequest({ state: 'approved', decision: { by: 'lead', at: '2026-03-02T09:00:00.000Z', credits } });
  const kindOf = (terms: Partial<RequestRuleTerms>, history = [given(3_000)], team?: string) =>
    decideAutoApproval([{ ...rule, ...terms }], {
      request: aRequest(),
      given: history,
      fourEyes: {},
      ...(team !== undefined && { team }),
    }).kind;

  test.each([
    ['ann@acme.example', {}, 'ask'],
    ['ann@acme.example (by link)', {}, 'ask'],
    ['role/FinOps (ann@acme.example)', {}, 'ask'],
    ['role/FinOps (x)', { identities: { 'role/FinOps': 'Ann@acme.example' } }, 'ask'],
    ['user/ann', { identities: { 'user/ann': 'ann@acme.example' } }, 'ask'],
    ['user/ann', { identities: { 'user/ann': 'ann@acme.example' }, ownLimit: false }, 'ask'],
    // Of whom nothing is known may be whoever asks.
    ['role/FinOps (x)', {}, 'ask'],
    ['unknown', {}, 'ask'],
    ['role/FinOps (x)', { ownLimit: false }, 'approve'],
    ['role/FinOps (x)', { identities: { 'role/FinOps': 'nobody' } }, 'approve'],
    ['bob@acme.example', {}, 'approve'],
    // The user of one machine.
    ['ann', {}, 'approve'],
  ] as const)('that %s set last, with %j, decides a request of ann: %s', (updatedBy, fourEyes, kind) => {
    const decided = decideAutoApproval([{ ...rule, updatedBy }], { request: aRequest(), given: [], fourEyes });

    expect(decided.kind).toBe(kind);
    expect(decided.kind === 'ask' ? decided.because.join() : 'Rule small: was').toContain('Rule small: was');
  });

  test('are tried by name, and the first that fits approves', () => {
    const named = (name: string, creditsMax: number) => ({ ...rule, name, creditsMax });
    const decided = (rules: readonly (typeof rule)[]) =>
      decideAutoApproval(rules, { request: aRequest(), given: [], fourEyes: {} });

    const [a, b, c] = [named('a', 10), named('b', 9_000), named('c', 9_000)];
    for (const rules of [
      [a, b, c],
      [c, b, a],
      [b, c, a],
    ]) {
      expect(decided(rules)).toMatchObject({ kind: 'approve', rule: { name: 'b' } });
    }
    expect(decided([named('z', 20), a])).toEqual({
      kind: 'ask',
      because: ['Rule a: gives 10 at most', 'Rule z: gives 20 at most'],
    });
  });

  test('are known by their name, and their lists are sets', () => {
    const terms = { ...rule, people: ['a@acme.example'], teams: ['web'] };

    expect(requestRuleKind).toMatchObject({ name: 'request-rule', sets: ['people', 'teams'] });
    expect(requestRuleKind.plainKey(rule)).toEqual({ name: 'small' });
    expect([requestRuleKind.plain(terms), requestRuleKind.plain(rule)]).toEqual([terms, rule]);
    expect([requestRuleKind.subject(rule), requestRuleKind.title(rule)]).toEqual([
      'request rule small',
      'the request rule small',
    ]);
  });

  test('without rules somebody has to decide', () => {
    expect(decideAutoApproval([], { request: aRequest(), given: [], fourEyes: {} })).toEqual({
      kind: 'ask',
      because: [],
    });
  });

  test.each<{ readonly what: string; readonly kind: string; readonly judged: string }>([
    { what: 'up to the amount of a month', kind: 'approve', judged: kindOf({}) },
    { what: 'a credit over that', kind: 'ask', judged: kindOf({ personMonthMax: 7_999 }) },
    { what: 'a credit over one request', kind: 'ask', judged: kindOf({ creditsMax: 4_999 }) },
    {
      what: 'what was given in another month',
      kind: 'approve',
      judged: kindOf({}, [given(8_000, { day: '2026-02-28' })]),
    },
    { what: 'what another rule gave the person', kind: 'ask', judged: kindOf({}, [given(3_001, { rule: 'x' })]) },
    { what: 'what was given to others', kind: 'approve', judged: kindOf({}, [given(9_000, { email: 'b@x.example' })]) },
    {
      what: 'all of a rule',
      kind: 'ask',
      judged: kindOf({ monthMax: 9_000 }, [given(4_001, { email: 'b@x.example' })]),
    },
    {
      what: 'the last credit of all of a rule',
      kind: 'approve',
      judged: kindOf({ monthMax: 9_000 }, [given(4_000, { email: 'b@x.example' })]),
    },
    {
      what: 'of all of a rule, what another rule gave',
      kind: 'approve',
      judged: kindOf({ monthMax: 9_000 }, [given(9_000, { email: 'b@x.example', rule: 'x' })]),
    },
    { what: 'what somebody gave by hand', kind: 'approve', judged: kindOf({}, [byHand(8_000)]) },
    { what: 'what nobody has decided', kind: 'approve', judged: kindOf({ monthMax: 9_000 }, [aRequest()]) },
    {
      what: 'one of several globs',
      kind: 'approve',
      judged: kindOf({ people: ['x@acme.example', 'a*@acme.example'] }),
    },
    { what: 'another person', kind: 'ask', judged: kindOf({ people: ['b*@acme.example'] }) },
    { what: 'a person by a glob', kind: 'approve', judged: kindOf({ people: ['a*@acme.example'] }) },
    { what: 'another team', kind: 'ask', judged: kindOf({ teams: ['web'] }, [], 'ops') },
    { what: 'no team', kind: 'ask', judged: kindOf({ teams: ['web'] }, []) },
    { what: 'the team', kind: 'approve', judged: kindOf({ teams: ['web'] }, [], 'web') },
    { what: 'a day longer', kind: 'ask', judged: kindOf({ daysMax: 16 }) },
    { what: 'the last of its days', kind: 'approve', judged: kindOf({ daysMax: 17 }) },
  ])('$what: $kind', ({ kind, judged }) => {
    expect(judged).toBe(kind);
  });
});

test('a claim is read as it was written, and no other text is one', () => {
  const text = fc.string({ minLength: 1, maxLength: 60 });
  const claim = fc.record({
    purpose: fc.constantFrom(...linkPurposes),
    person: text,
    subject: text,
    expiresAt: fc.nat(),
    nonce: text,
  });
  fc.assert(
    fc.property(claim, (each) => {
      expect(readClaim(formatClaim(each))).toEqual(each);
    }),
    { numRuns: 50 },
  );
  const wrong = [
    '',
    '{}',
    '[]',
    '["ask","a","b",1]',
    '["admin","a","b",1,"n"]',
    '["ask","","b",1,"n"]',
    '["ask","a","b","1","n"]',
  ];
  expect(wrong.map(readClaim)).toEqual(wrong.map(() => undefined));
});

test('the months that are looked through are this one and the one before, at the turn of a year too', () => {
  expect([requestMonths('2026-01-01'), requestMonths('2026-03-31')]).toEqual([
    ['2025-12', '2026-01'],
    ['2026-02', '2026-03'],
  ]);
});

test('the facts of a request date its end and the reset as mails do', () => {
  const about = { scope: 'user:ann@acme.example', window: 'week', from: '2026-03-09', through: '2026-03-15' } as const;

  const facts = factsOfRequest(aRequest({ until: '2026-03-31', about }), 'asker');

  expect(facts.find(({ label }) => label === 'Until')?.value).toBe('31 Mar 2026, the end of the day (UTC)');
  expect(facts.find(({ label }) => label === 'Stopped or warned by')?.value).toBe(
    'your weekly budget; resets Mon 16 Mar, 00:00 UTC',
  );
});

test('the last day that the form proposes is the last of the budget’s window: credits count in full in each', () => {
  const monthEnd = '2026-03-31';

  expect(proposedLastDay('2026-03-27', [monthEnd, '2026-03-29'])).toBe('2026-03-29');
  expect(proposedLastDay('2026-03-27', [monthEnd, '2026-03-22'])).toBe(monthEnd);
});
