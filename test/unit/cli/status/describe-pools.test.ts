import { expect, test } from 'vitest';

import { describePools } from '../../../../cli/status/describe-pools.ts';
import { describeVerdict } from '../../../../shared/permits/describe-verdict.ts';
import type { PlainVerdict } from '../../../../shared/permits/verdict.ts';
import type { PoolsDocument } from '../../../../shared/pools/contract.ts';
import { styleFor } from '../../../../shared/terminal/style.ts';

type Pool = PoolsDocument[number];

const verdictOf = (verdict: PlainVerdict) => ({ ...verdict, detail: describeVerdict(verdict) });

function toldOf(said: Partial<Pool>): string {
  const pool: Pool = {
    scope: 'org',
    window: 'month',
    from: '2026-11-01',
    through: '2026-11-30',
    amount: 1_000,
    topUps: 0,
    used: 300,
    left: 700,
    allowed: 1_000,
    worstCase: 900,
    forecast: null,
    runwayDays: null,
    runsOutOn: null,
    reserved: 0,
    members: 1,
    guarantee: 'strict',
    promised: 'pending',
    verdict: verdictOf({ kind: 'kept' }),
    unbounded: [],
    next: [],
    ...said,
  };
  return describePools([pool], styleFor({ isTerminal: false }, {}));
}

const ann = {
  email: 'ann@acme.example',
  userId: 'ann',
  used: 300,
  share: 100,
  target: 100,
  limit: 400,
  status: 'confirmed',
  stopped: false,
  unbounded: false,
} as const;

test('below the table each pool whose guarantee does not hold says why, or from when on it does', () => {
  expect(toldOf({ verdict: verdictOf({ kind: 'kept-from', day: '2026-12-01' }) })).toContain(
    '\n- org month: The overspend guarantee starts 1 Dec,',
  );
  expect(toldOf({ verdict: verdictOf({ kind: 'not-bounded', because: ['ann@acme.example'], exempt: [] }) })).toContain(
    '\n- org month: Not guaranteed: no limit is known for ann@acme.example.',
  );
});

test('the next window of a pool says so too, with the day on which it begins', () => {
  const next = { from: '2026-12-01', through: '2026-12-31', amount: 1_000, worstCase: 1_200 };
  const told = toldOf({
    next: [{ ...next, verdict: verdictOf({ kind: 'too-much-allowed', overCredits: 200, because: [] }) }],
  });

  expect(told).toContain('\n- org month from 1 Dec: Not guaranteed: limits allow 200 credits more');
  expect(toldOf({ next: [{ ...next, verdict: verdictOf({ kind: 'kept' }) }] })).not.toContain('from 1 Dec');
});

test.for<[Partial<Pool>, string]>([
  [{ verdict: verdictOf({ kind: 'kept-from', day: '2026-12-01' }) }, 'kept from 1 Dec'],
  [{ verdict: null, guarantee: { overcommit: 1.2 }, promised: 'kept' }, 'within overcommit 1.2'],
  [{ verdict: null, guarantee: { overcommit: 1.2 }, promised: 'pending' }, 'may pass overcommit 1.2'],
  [{ verdict: null, guarantee: { overcommit: 1.2 }, promised: 'broken' }, 'past overcommit 1.2'],
])('the guarantee of a pool %o has a cell: %s', ([said, words]) => {
  expect(toldOf(said)).toContain(words);
});

test('a list of pools says nothing of a guarantee that holds, and a pool with its members says that it holds', () => {
  expect(toldOf({})).not.toContain('uaranteed');
  expect(toldOf({ people: [ann] })).toContain('- org month: Guaranteed: usage cannot exceed the budget.');
});

test('nothing is said of the guarantee of a pool with overcommit', () => {
  expect(toldOf({ guarantee: { overcommit: 1.2 }, verdict: null, people: [ann] })).not.toContain('uaranteed');
});

test('an email in a sentence cannot steer the terminal', () => {
  expect(toldOf({ verdict: verdictOf({ kind: 'not-bounded', because: ['\u001B[2Jann'], exempt: [] }) })).not.toContain(
    '\u001B',
  );
});

test('a pool past its amount with overcommit says how far, what is still allowed and until when; used up says neither', () => {
  const overcommitted = { guarantee: { overcommit: 1.2 }, verdict: null, left: 0, allowed: 1_200 } as const;
  const over = toldOf({ ...overcommitted, used: 1_100, runsOutOn: '2026-11-26', runwayDays: 3 });
  const used = toldOf({ ...overcommitted, used: 1_200, runsOutOn: '2026-11-23', runwayDays: 0 });

  expect(over).toContain('100 allowed');
  expect(over).toContain('org month: 100 over its amount; overcommit allows 100 more, which runs out about 26 Nov.');
  expect(over).not.toContain('used up');
  expect(used).toContain('used up');
  expect(used).not.toContain('overcommit allows');
});
