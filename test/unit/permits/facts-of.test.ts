import { describe, expect, test } from 'vitest';

import type { CapPlanInput } from '../../../shared/caps/cap-plan-input.ts';
import type { Exemption } from '../../../shared/grants/exemption.ts';
import type { LimitRecord } from '../../../shared/limits/limit-record.ts';
import { factsOf } from '../../../shared/permits/facts-of.ts';
import { ever } from '../../../shared/permits/held-addresses.ts';
import { addressOf, type Account } from '../../../shared/promise/facts.ts';
import type { KnownUser } from '../../../shared/roster/person.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../support/domain-samples.ts';
import { anExemption, aTopUp } from '../../support/grants.ts';
import { aPlanInput } from '../../support/plan-samples.ts';

const { pools: terms } = aPlanInput({});
const days = (...used: readonly number[]) =>
  Float64Array.from([...Array.from({ length: 120 - used.length }, () => 0), ...used]);
const [ann, ben] = ['ann', 'ben'].map((userId): KnownUser => ({ userId, email: `${userId}@acme.example` })) as [
  KnownUser,
  KnownUser,
];

type Use = Readonly<Record<string, Float64Array>>;

function used(users: Use, organization = days()): Partial<CapPlanInput> {
  return { pools: { ...terms, use: { ...terms.use, organization, users: new Map(Object.entries(users)) } } };
}

function accountsOf(said: Partial<CapPlanInput>): readonly Account[] {
  return factsOf(aPlanInput(said)).accounts;
}

/** The only account. */
function accountOf(said: Partial<CapPlanInput>): Account {
  const [account, ...others] = accountsOf(said);
  if (account === undefined || others.length > 0) {
    throw new Error(`${others.length} accounts beside the first`);
  }
  return account;
}

describe('what the guard rests on', () => {
  test('is what the settings say of the platform, in its own units', () => {
    const assumptions = { settleDays: 2, enforcementDelayMinutes: 30, inFlightCredits: 7, maxCreditsPerUserHour: 9 };
    const input = aPlanInput({
      pools: { ...terms, platformWindow: { anchorDay: 31 }, assumptions },
      unlimitedCredits: 99,
    });

    expect(factsOf(input).restsOn).toEqual({
      anchorDay: 31,
      delayMs: 1_800_000,
      inFlightCredits: 7,
      creditsPerHour: 9,
      unlimitedCredits: 99,
    });
    expect(factsOf(aPlanInput({})).restsOn.creditsPerHour).toBe(Infinity);
  });

  test('is the moment, with the doubt of the clock', () => {
    const { nowMs } = terms;

    expect(factsOf(aPlanInput({})).moment).toEqual({ nowMs, earlierMs: 0, laterMs: 0 });
    expect(factsOf(aPlanInput({ pools: { ...terms, clockDoubt: { earlierMs: 5, laterMs: 6 } } })).moment).toEqual({
      nowMs,
      earlierMs: 5,
      laterMs: 6,
    });
  });
});

describe('the use that the guard knows', () => {
  test('is final through the last complete day, less those that may still be restated', () => {
    const settling = { ...terms, assumptions: { ...terms.assumptions, settleDays: 2 } };

    expect(factsOf(aPlanInput({})).use).toMatchObject({ from: '2025-11-15', through: '2026-03-14' });
    expect(factsOf(aPlanInput({ pools: settling })).use.through).toBe('2026-03-12');
  });

  test('is none before any day is complete', () => {
    expect(factsOf(aPlanInput({ dataThrough: undefined })).use.through).toBe('2025-11-14');
  });

  test('beyond the rows is what was billed and nobody’s, day by day, and never less than nothing', () => {
    const { beyondRows } = factsOf(
      aPlanInput(used({ ann: days(1, 2, 9), ben: Float64Array.from([4]) }, days(5, 5, 5))),
    ).use;

    expect([beyondRows.length, ...Array.from(beyondRows).slice(-3), beyondRows[0]]).toEqual([120, 4, 3, 0, 0]);
  });

  test('of an account is its own, and none where it has used nothing', () => {
    const [first, second] = accountsOf({ users: [ann, ben], ...used({ ben: days(7) }) });

    expect(first?.used).toBeUndefined();
    expect(Array.from(second?.used ?? []).at(-1)).toBe(7);
  });
});

describe('the strict pools', () => {
  const org = aBudget({ scope: { kind: 'org' }, amount: credits(500) });
  const web = aBudget({ scope: { kind: 'team', name: 'web' }, window: 'week', amount: credits(70) });
  const poolsOf = (said: Partial<CapPlanInput>) => factsOf(aPlanInput(said)).pools;

  test('are the budgets of the organization and of teams, each with its window and its dates', () => {
    expect(poolsOf({ budgets: [{ ...org, from: '2026-03-02', to: '2026-03-30' }, web] })).toEqual([
      { name: 'org month', window: 'month', credits: 500, topUps: [], from: '2026-03-02', to: '2026-03-30' },
      { name: 'team:web week', team: 'web', window: 'week', credits: 70, topUps: [] },
    ]);
  });

  test.each([
    ['of a person', aBudget({ scope: { kind: 'user', email: 'ann@acme.example' } })],
    ['of everybody without one', aBudget({ scope: { kind: 'default' } })],
    ['that is unlimited', { ...org, amount: { kind: 'unlimited' } as const }],
    ['that only alerts', { ...org, mode: 'alert' as const }],
    ['that may be overcommitted', { ...org, guarantee: { kind: 'overcommit', factor: 1.2 } as const }],
  ])('are not a budget %s', (_, budget) => {
    expect(poolsOf({ budgets: [budget] })).toEqual([]);
  });

  test('are those that say so, too', () => {
    expect(poolsOf({ budgets: [{ ...org, guarantee: { kind: 'strict' } }] })).toHaveLength(1);
  });

  test('have the top-ups that raise them and were not ended, whatever their days', () => {
    const ofTeam = aTopUp({ id: 't', scope: { kind: 'team', name: 'web' }, from: '2026-05-01', to: '2026-05-02' });
    const ofBoth = aTopUp({ id: 'b', raises: [{ kind: 'org' }, { kind: 'team', name: 'web' }] });
    const ended = { ...ofTeam, id: 'e', endedAt: '2026-03-02T00:00:00.000Z' };
    const own = aTopUp({ id: 'o' });

    const found = poolsOf({ budgets: [org, web], topUps: [ofTeam, ofBoth, ended, own] });

    expect(found.map(({ topUps }) => topUps)).toEqual([[ofBoth], [ofTeam, ofBoth]]);
  });
});

describe('accounts', () => {
  test('are everybody of whom a table knows, by user id: on the roster, by use or by a limit alone', () => {
    const found = accountsOf({
      users: [ben],
      limits: [aConfirmedLimit('zoe', 40)],
      ...used({ ann: days(5), ben: days(6) }),
    });

    expect(found.map(({ userId }) => userId)).toEqual(['ann', 'ben', 'zoe']);
  });

  test('have the addresses that they had, by readings and by their own record', () => {
    const record: LimitRecord = { ...aConfirmedLimit('ann', 40), email: 'lost@acme.example' };

    expect(accountOf({ users: [ann], limits: [record] }).held.map(({ address }) => address)).toEqual([
      'lost@acme.example',
      'ann@acme.example',
    ]);
    // Of an account that no reading ever showed, the record alone tells.
    expect(accountOf({ limits: [record] }).held).toEqual([{ ...ever, address: 'lost@acme.example' }]);
  });

  test('that no reading showed have none of the limits at the address that the analytics name with their use', () => {
    const usage = someUsage({ old: { month: 5, email: 'ann@acme.example' } });

    const found = accountsOf({ users: [ann], limits: [aConfirmedLimit('ann', 40)], ...used({ old: days(5) }), usage });

    expect(found.map(({ userId, held }) => [userId, held.map(({ address }) => address)])).toEqual([
      ['ann', ['ann@acme.example']],
      ['old', ['outside old']],
    ]);
  });

  test('that are gone keep their address until somebody else was seen to have it', () => {
    const gone: KnownUser = { ...ann, goneSince: '2026-03-06' };
    const heir: KnownUser = {
      userId: 'eve',
      email: 'Ann@acme.example',
      events: [{ kind: 'joined', at: '2026-03-08T02:30:00.000Z' }],
    };

    const [before] = accountsOf({ users: [gone, heir], limits: [aConfirmedLimit('ann', 40)] });

    expect(before?.held.at(-1)?.untilMs).toBe(Date.parse('2026-03-08T02:30:00.000Z'));
  });

  test('have what was sent to their addresses, in whatever record', () => {
    const { sent } = factsOf(aPlanInput({ users: [ann], limits: [aConfirmedLimit('ann', 40)] }));

    expect([...sent.keys()]).toEqual([addressOf(ann.email ?? '')]);
    expect(sent.get('ann@acme.example')?.map((each) => each.credits)).toEqual([40]);
  });

  test.each<[string, Partial<CapPlanInput>]>([
    ['is gone', { users: [{ ...ann, goneSince: '2026-03-06' }] }],
    ['was never on the roster', used({ ann: days(5) })],
  ])('under whose addresses nothing was ever sent and who %s can use nothing more', (_, said) => {
    const { accounts, sent } = factsOf(aPlanInput(said));

    expect(accounts.map(({ held, sendTo }) => [held, sendTo])).toEqual([
      [[{ ...ever, address: 'outside ann' }], undefined],
    ]);
    expect(sent.get('outside ann')).toEqual([{ credits: 0, sentMs: 0, answeredMs: 0, outcome: 'confirmed' }]);
  });

  test('that are gone and had a limit have it still, under whatever address it was', () => {
    const gone: KnownUser = {
      ...ann,
      goneSince: '2026-03-06',
      events: [{ kind: 'email-changed', at: '2026-03-02T02:30:00.000Z', emailBefore: 'old@acme.example' }],
    };
    const toOld = aConfirmedLimit('eve', 40, 'old@acme.example');

    const [found] = accountsOf({ users: [gone], limits: [toOld] });

    expect(found?.held.map(({ address }) => address)).toEqual(['old@acme.example', 'ann@acme.example']);
  });

  test('on the roster without any limit are bounded by none', () => {
    expect(accountOf({ users: [ann] }).held).toEqual([{ ...ever, address: 'ann@acme.example' }]);
  });
});

describe('a limit may be sent', () => {
  const sendTo = (said: Partial<CapPlanInput>) => accountsOf(said).map((account) => account.sendTo);

  test('to whoever is alone on the roster with an address, as the platform spells it', () => {
    expect(sendTo({ users: [{ ...ann, email: ' Ann@acme.example ' }, ben] })).toEqual([
      'Ann@acme.example',
      'ben@acme.example',
    ]);
  });

  test('to nobody who shares an address, has none, is gone or is exempt', () => {
    const gone: KnownUser = { ...ben, goneSince: '2026-03-06' };

    expect(sendTo({ users: [ann, { ...ben, email: 'Ann@acme.example' }] })).toEqual([undefined, undefined]);
    expect(sendTo({ users: [{ userId: 'cem' }, { userId: 'dot' }] })).toEqual([undefined, undefined]);
    expect(sendTo({ users: [gone], limits: [aConfirmedLimit('ben', 40)] })).toEqual([undefined]);
    expect(sendTo({ users: [ann], exemptions: [anExemption({})] })).toEqual([undefined]);
  });

  test('to whoever has the address of somebody who is gone', () => {
    const gone: KnownUser = { ...ben, email: 'Ann@acme.example', goneSince: '2026-03-06' };

    expect(sendTo({ users: [ann, gone] })).toEqual(['ann@acme.example', undefined]);
  });
});

describe('the limit of somebody', () => {
  test('who is exempt may have been lifted for good, and of somebody who was until the exemption ended', () => {
    const until = (said: Partial<CapPlanInput>) => accountOf({ users: [ann], ...said }).unheldUntilMs;

    expect(until({})).toBeUndefined();
    expect(until({ exemptions: [anExemption({ email: 'ben@acme.example' })] })).toBeUndefined();
    expect(until({ exemptions: [anExemption({})] })).toBe(Infinity);
    expect(until({ exemptions: [anExemption({ until: '2026-03-09' })] })).toBe(Date.parse('2026-03-10T00:00:00.000Z'));
  });

  test('may have been lifted under an address that they have no longer, until the exemption ended or they had another', () => {
    const at = '2026-03-05T02:30:00.000Z';
    const renamed: KnownUser = {
      ...ann,
      email: 'new@acme.example',
      events: [{ kind: 'email-changed', at, emailBefore: 'Ann@acme.example' }],
    };
    const heir: KnownUser = { userId: 'heir', email: 'ann@acme.example', events: [{ kind: 'joined', at }] };
    const until = (end: Partial<Exemption>) =>
      accountsOf({ users: [renamed, heir], exemptions: [anExemption(end)] }).map((account) => account.unheldUntilMs);

    expect(until({})).toEqual([Date.parse(at), Infinity]);
    expect(until({ until: '2026-03-02' })).toEqual([Date.parse('2026-03-03'), Date.parse('2026-03-03')]);
    expect(until({ until: '2026-03-09' })).toEqual([Date.parse(at), Date.parse('2026-03-10')]);
    expect(until({ email: 'ben@acme.example' })).toEqual([undefined, undefined]);
  });

  test('is that of their address, also where only their record has one', () => {
    const exemptions = [anExemption({})];

    expect(accountOf({ limits: [aConfirmedLimit('ann', 40, 'Ann@acme.example')], exemptions }).unheldUntilMs).toBe(
      Infinity,
    );
    expect(accountOf({ users: [{ userId: 'ann' }], exemptions }).unheldUntilMs).toBeUndefined();
    // The roster comes before the record.
    expect(
      accountOf({ users: [ann], limits: [aConfirmedLimit('ann', 40, 'old@acme.example')], exemptions }).unheldUntilMs,
    ).toBe(Infinity);
  });
});

describe('the teams of an account', () => {
  const teamsOf = (said: Partial<CapPlanInput>) => accountOf({ users: [ann], ...said }).teams;

  test('are the one of now, for all days, where it has never moved', () => {
    expect(teamsOf({ teamOf: new Map([['ann', 'web']]) })).toEqual([{ from: '2026-03-15', team: 'web' }]);
    expect(teamsOf({})).toEqual([]);
  });

  test('are those of the user whose it is taken to be, where the roster lacks it', () => {
    const { pools } = aPlanInput({});
    const credits = Float64Array.of(5);
    const use = { ...pools.use, accounts: new Map([['other-ann', credits]]), owners: new Map([['other-ann', 'ann']]) };
    const teamOf = new Map([['ann', 'web']]);

    const [, other] = accountsOf({ users: [ann], pools: { ...pools, use }, teamOf });

    expect(other).toMatchObject({ userId: 'other-ann', teams: [{ from: '2026-03-15', team: 'web' }] });
    expect(other?.used).toBe(credits);
  });

  test('are all in which it was, where it has', () => {
    const stays = [{ from: '2026-01-01', team: 'ops' }, { from: '2026-03-02' }];

    expect(teamsOf({ teamOf: new Map([['ann', 'web']]), moved: new Map([['ann', stays]]) })).toBe(stays);
    expect(teamsOf({ teamOf: new Map([['ann', 'web']]), moved: new Map([['ben', stays]]) })).toHaveLength(1);
  });
});
