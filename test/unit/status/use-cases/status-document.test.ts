import { describe, expect, test } from 'vitest';

import type { Run } from '../../../../shared/kernel/runs/run.ts';
import type { OpenMail } from '../../../../shared/mail/mail.ts';
import { statusDocument } from '../../../../shared/status/use-cases/status-document.ts';
import {
  aBudget,
  aConfirmedLimit,
  aLedgerDay,
  anOutcome,
  credits,
  someUsage,
} from '../../../support/domain-samples.ts';
import { aSnapshot } from '../../../support/snapshot-samples.ts';

type Facts = Parameters<typeof statusDocument>[0];

const at = '2026-03-15T09:00:00.000Z';

function statusOf(said: Partial<Facts> = {}) {
  const nothing = {
    schedules: [],
    runs: [],
    cutOff: new Set<string>(),
    late: [],
    held: [],
    alerts: [],
    muted: 0,
    admins: 1,
    mails: [],
    troubled: [],
  };
  return statusDocument({ at, snapshot: aSnapshot({}), isRunning: true, ...nothing, ...said });
}

function aRun(job: string, hour: string): Run {
  const started = `2026-03-15T${hour}:00:00.000Z`;
  return { runId: `${job}-${hour}`, job, at: started, startedAt: started, outcome: anOutcome({}) };
}

test('of each job the newest run is shown', () => {
  const runs = [aRun('enforce', '05'), aRun('enforce', '03'), aRun('live', '04')];
  const snapshot = aSnapshot({ budgets: [aBudget({ scope: { kind: 'org' }, amount: credits(1_000) })] });
  const { lastRuns, ok } = statusOf({ runs, snapshot });

  expect(lastRuns.map(({ run }) => run)).toEqual(['enforce-05', 'live-04']);
  expect(ok).toBe(true);
  expect(statusOf()).toMatchObject({ ok: false, lastRuns: [] });
});

test('without any budget there is something to do, and how many there are is said', () => {
  const runs = [aRun('enforce', '05')];
  const used = { users: [{ userId: 'ann', email: 'ann@acme.example' }], usage: someUsage({ ann: 100 }) };

  expect(statusOf({ runs, snapshot: aSnapshot(used) })).toMatchObject({
    ok: false,
    budgets: 0,
    next: { command: 'npx curfew suggest' },
  });
  expect(statusOf({ runs }).next).toMatchObject({ command: 'npx curfew budgets set default month 1M' });
});

test('the next runs are shown in their order, where they have one', () => {
  const schedules = [
    { job: 'enforce', schedule: 'nightly', nextAt: '2026-03-16T02:30:00.000Z', dueAt: at },
    { job: 'digest', schedule: 'weekly', dueAt: at },
    { job: 'live', schedule: 'hourly', nextAt: '2026-03-15T10:00:00.000Z', dueAt: at },
  ];

  expect(statusOf({ schedules }).nextRuns.map(({ job }) => job)).toEqual(['live', 'enforce']);
});

describe('who is stopped', () => {
  const users = [
    { userId: 'a', email: 'zoe@acme.example' },
    { userId: 'b', email: 'ann@acme.example' },
  ];
  const records = [aConfirmedLimit('a', 100, 'zoe@acme.example'), aConfirmedLimit('b', 100, 'ann@acme.example')];
  const stopsUnder = (said: Partial<Parameters<typeof aSnapshot>[0]>) =>
    statusOf({ snapshot: aSnapshot({ users, records, usage: someUsage({ a: 100, b: 100 }), ...said }) }).stopped;

  test('is shown by email, with the budget and until when', () => {
    const budgets = [aBudget({ scope: { kind: 'default' }, amount: credits(100) })];

    expect(stopsUnder({ budgets })).toMatchObject([
      { email: 'ann@acme.example', by: 'budget', scope: 'default', window: 'month', until: '2026-04-01T00:00:00.000Z' },
      { email: 'zoe@acme.example', team: null },
    ]);
  });

  test('by the ceiling of all limits is so without a budget', () => {
    const budgets = [aBudget({ scope: { kind: 'default' }, amount: credits(5_000) })];

    expect(stopsUnder({ budgets, ceilingCredits: 100 })[0]).toMatchObject({ by: 'ceiling', scope: null, window: null });
  });

  test('until the next run raises the limit is stopped by nothing more', () => {
    const budgets = [aBudget({ scope: { kind: 'default' }, amount: credits(5_000) })];

    expect(stopsUnder({ budgets })[0]).toMatchObject({ by: null, scope: null, window: null, until: null });
  });
});

test('pools are shown with those first whose promise is broken or pending, and then those that run out first', () => {
  const snapshot = aSnapshot({
    users: [{ userId: 'ann', email: 'ann@acme.example' }],
    budgets: [aBudget({ scope: { kind: 'org' }, amount: credits(1_000) })],
  });
  const [base] = snapshot.shares.pools;
  const kept = { verdict: { kind: 'kept' }, unboundedIds: [], amountCredits: 1_000, knownCredits: 0 };
  const poolOf = (name: string, said: object = {}) =>
    ({ ...base, ...kept, scope: { kind: 'team', name }, ...said }) as NonNullable<typeof base>;
  const pools = [
    poolOf('kept-b'),
    poolOf('kept-a'),
    poolOf('next', { isNext: true }),
    poolOf('y-out', { knownCredits: 1_000 }),
    poolOf('pending', { verdict: { kind: 'kept-from', day: '2026-03-16' }, unboundedIds: ['ann', 'zoe'] }),
    poolOf('x-broken', { verdict: { kind: 'broken', overCredits: 1 }, knownCredits: 1_001 }),
  ];

  const shown = statusOf({ snapshot: { ...snapshot, shares: { ...snapshot.shares, pools } } }).pools;

  expect(shown.map(({ scope }) => scope)).toEqual([
    'team:x-broken',
    'team:pending',
    'team:y-out',
    'team:kept-a',
    'team:kept-b',
  ]);
  expect(shown[1]?.unbounded).toEqual(['ann@acme.example', 'zoe']);
  expect(
    statusOf({ snapshot: { ...snapshot, shares: { ...snapshot.shares, pools: pools.toReversed() } } }).pools,
  ).toEqual(shown);
});

describe('figures', () => {
  const suspect = aLedgerDay({ day: '2026-03-14', status: 'suspect', doubts: [{ kind: 'k', detail: 'why' } as never] });
  const untrustedDays = [
    { day: '2026-03-13', known: undefined },
    { day: '2026-03-14', known: suspect },
  ];
  const lateAt = (hour: string, said: Partial<Facts['snapshot']> = {}) =>
    statusOf({ at: `2026-03-15T${hour}:00.000Z`, snapshot: { ...aSnapshot({ untrustedDays }), ...said } }).late;

  test('of yesterday are late from six in the morning, older ones at any hour', () => {
    expect(lateAt('05:59').map(({ dueAt }) => dueAt)).toEqual(['2026-03-14T06:00:00.000Z']);
    expect(lateAt('06:00').map(({ dueAt }) => dueAt)).toEqual(['2026-03-14T06:00:00.000Z', '2026-03-15T06:00:00.000Z']);
  });

  test('that were never read are late once there are some', () => {
    const detail = expect.stringContaining('why');

    expect(lateAt('09:00', { dataThrough: undefined })).toMatchObject([{ job: 'enforce', detail }]);
    expect(lateAt('09:00', { dataThrough: '2026-03-12' })).toHaveLength(2);
  });

  test('of today are not late', () => {
    const today = [{ day: '2026-03-15', known: suspect }];

    expect(lateAt('09:00', { untrustedDays: today })).toEqual([]);
  });
});

describe('a mail that is not sent', () => {
  const undelivered = (said: Partial<OpenMail>) => {
    const mail: OpenMail = { mailId: 'm', state: { kind: 'written', attempts: 0 }, writtenAt: at, ...said };
    return statusOf({ mails: [mail] }).undelivered;
  };

  test('for more than twenty minutes is shown', () => {
    expect(undelivered({ writtenAt: '2026-03-15T08:40:00.000Z' })).toEqual([]);
    expect(undelivered({ writtenAt: '2026-03-15T08:39:59.999Z' })).toEqual([
      {
        what: 'unsent',
        to: null,
        mail: 'm',
        since: '2026-03-15T08:39:59.999Z',
        detail: expect.not.stringContaining('turned away'),
      },
    ]);
  });

  test('and was turned away is shown at once, with how often', () => {
    const [mail] = undelivered({ state: { kind: 'written', attempts: 3 } });

    expect(mail).toMatchObject({ what: 'unsent', detail: expect.stringContaining('3') });
    expect(undelivered({ state: { kind: 'sending', attempts: 3, owner: 'o', since: at } })).toEqual([]);
  });
});
