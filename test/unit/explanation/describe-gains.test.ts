import { expect, test } from 'vitest';

import type { SharedPool } from '../../../shared/caps/shares/divide-shares.ts';
import type { PoolRoom, Shortfall, TopUpGain } from '../../../shared/caps/top-up-gain.ts';
import {
  describeGains,
  describeImpossible,
  describeShortfall,
  describeTeamGain,
  describeWayOut,
} from '../../../shared/explanation/describe-gains.ts';
import { aSharedPool } from '../../support/plan-samples.ts';

const laterMs = Date.parse('2026-03-16T02:30:00.000Z');
const month = { kind: 'month', from: '2026-03-01', through: '2026-03-31' } as const;

function aGain(said: Partial<TopUpGain> = {}): TopUpGain {
  return { email: 'ann@acme.example', askedCredits: 5_000, nowCredits: 5_000, ...said };
}

function aRoom(name: string, said: Partial<SharedPool> & { left?: number; others?: number } = {}): PoolRoom {
  const { left = 900, others = 0, ...pool } = said;
  return {
    pool: aSharedPool({
      scope: { kind: 'team', name },
      window: month,
      memberIds: ['ann', 'bob'],
      freeCredits: 700,
      ...pool,
    }),
    leftCredits: left,
    overCredits: 0,
    reservedForOthersCredits: others,
  };
}

function short(pools: readonly PoolRoom[], said: Partial<TopUpGain> = {}): TopUpGain {
  return aGain({ nowCredits: 700, shortfall: { kind: 'pools', pools }, ...said });
}

test('who gets all of it now is named with the amount, and with the limit where one is set', () => {
  expect(describeGains([aGain(), aGain({ email: 'bob@acme.example', limitCredits: 12_000 })], laterMs)).toEqual([
    'ann@acme.example gets 5,000 more now.',
    'bob@acme.example gets 5,000 more now (limit 12,000).',
  ]);
});

test('who gets less learns how much, of how much, and why, on one line', () => {
  const shortfall: Shortfall = { kind: 'not-capped' };
  const [some, none] = describeGains(
    [aGain({ nowCredits: 20, shortfall, limitCredits: 4_020 }), aGain({ nowCredits: 0, shortfall })],
    laterMs,
  );

  expect(some).toMatch(/^ann@acme\.example gets 20 of 5,000 now \(limit 4,020\): .*roster.*\.$/u);
  expect(none).toMatch(/^ann@acme\.example gets nothing of 5,000 now: /u);
});

test('pools that are short stand below, each with what it has left, for how many, and what can be given', () => {
  const rooms = [aRoom('web', { others: 150 }), aRoom('ops', { memberIds: ['ann'], left: 600 })];

  expect(describeGains([short(rooms)], laterMs)).toEqual([
    'ann@acme.example gets 700 of 5,000 now:',
    expect.stringMatching(/team web has 900 .* 2 people, 150 reserved .*; 700/u),
    expect.stringMatching(/team ops has 600 .* 1 person; 600/u),
  ]);
});

test('the two tightest of the pools that are short are named; where none is, the tightest of all', () => {
  const [a, b, c, roomy] = [aRoom('a'), aRoom('b'), aRoom('c'), aRoom('roomy', { freeCredits: 5_000 })];
  const namesOf = (pools: readonly PoolRoom[]) =>
    describeShortfall(short(pools))
      .split('; ')
      .flatMap((part) => /^team (\w+)/u.exec(part)?.[1] ?? []);

  expect(namesOf([roomy, a, b, c])).toEqual(['a', 'b']);
  expect(namesOf([roomy, aRoom('wide', { freeCredits: 6_000 })])).toEqual(['roomy']);
  expect(namesOf([aRoom('exact', { freeCredits: 4_999 }), roomy])).toEqual(['exact']);
});

test('what comes later is said with its moment, and not where nothing more comes', () => {
  const lines = describeGains([short([aRoom('web')], { laterCredits: 3_000 })], laterMs);

  expect(lines).toHaveLength(3);
  expect(lines[2]).toContain('3,000 in all from Mon 16 Mar 2026');
  expect(describeGains([short([aRoom('web')])], laterMs)).toHaveLength(2);
});

test.for<readonly [shortfall: Shortfall | undefined, part: string]>([
  [undefined, ''],
  [{ kind: 'kept', reason: 'exempt' }, 'exempt'],
  [{ kind: 'kept', reason: 'unlimited' }, 'no limit'],
  [{ kind: 'own', by: { kind: 'ceiling' } }, 'limitCeilingCredits'],
  [{ kind: 'own', by: { kind: 'budget', scope: { kind: 'default' }, window: 'week' } }, '"default week"'],
])('a shortfall %o is explained by %s', ([shortfall, part]) => {
  const words = describeShortfall(aGain({ ...(shortfall !== undefined && { shortfall }) }));

  expect(words === '').toBe(part === '');
  expect(words).toContain(part);
});

test('what no pool can give before it begins again is said of the tightest one, with the two ways out', () => {
  const rooms = [aRoom('wide', { left: 2_000 }), aRoom('tight', { left: 300 })];
  const [why, ways] = describeImpossible(short(rooms, { laterCredits: 1_000 }));

  expect(why).toMatch(/^The other 4,000 .* team tight before Wed 1 Apr, 00:00 UTC, .*month.*strict/u);
  expect(ways).toContain('"npx curfew budgets set team:tight month AMOUNT"');
  expect(describeImpossible(short(rooms))[0]).toContain('The other 4,300 ');
});

test('a pool that may be overcommitted is not called strict', () => {
  const guarantee = { kind: 'overcommit', factor: 1.2 } as const;

  expect(describeImpossible(short([aRoom('web', { guarantee })]))[0]).toMatch(/overcommitted/u);
  expect(describeImpossible(short([aRoom('web', { guarantee })]))[0]).not.toMatch(/strict/u);
});

test('nothing is impossible where all comes now or later, where no pool is short, and where none is named', () => {
  expect(describeImpossible(short([aRoom('web')], { laterCredits: 5_000 }))).toEqual([]);
  expect(describeImpossible(short([aRoom('web')], { laterCredits: 4_999 }))).toHaveLength(2);
  expect(describeImpossible(aGain())).toEqual([]);
  expect(describeImpossible(aGain({ nowCredits: 0, shortfall: { kind: 'not-capped' } }))).toEqual([]);
  expect(describeImpossible(short([]))).toEqual([]);
});

test('what covers use past the own budget is said to do so, and is none of what a pool cannot give', () => {
  const over = { askedCredits: 5_000, overCredits: 2_000, nowCredits: 700, laterCredits: 3_000 };
  const some = short([aRoom('web')], over);

  expect(describeGains([some], laterMs).join('\n')).toContain('2,000 of it covers what they are already over.');
  expect(describeImpossible(some)).toEqual([]);
  expect(describeImpossible({ ...some, laterCredits: 2_500 })[0]).toMatch(/^The other 500 cannot/u);
});

test('a top-up that only covers gives nothing, and what would help is said', () => {
  const gain = aGain({ overCredits: 7_000, nowCredits: 0 });

  expect(describeGains([gain], laterMs)).toEqual([
    'ann@acme.example gets nothing now.',
    'All of it covers what they are already over (7,000): only more than that lets them work.',
  ]);
  expect(describeShortfall(gain)).toBe(
    'All of it covers what they are already over (7,000): only more than that lets them work',
  );
});

test('a way out is printed whole: what covers each pool, and then the top-up as it gives', () => {
  const covers = [{ ...aRoom('web'), overCredits: 306_173 }];
  const terms = {
    scope: { kind: 'user', email: 'ann@acme.example' },
    credits: 15_000,
    raises: [{ kind: 'org' }],
    from: '2026-03-15',
    to: '2026-03-31',
    reason: 'x',
  } as const;

  expect(describeWayOut({ covers, terms })).toEqual([
    'Cover what team web is over by: npx curfew topup add team:web 306173 --reason "…"',
    'Then give it: npx curfew topup add ann@acme.example 15000 --reason "…" --raise-pools',
  ]);
});

test('a team’s top-up says what its members get together, or why they get nothing', () => {
  const gain = { team: 'web', askedCredits: 50_000, nowCredits: 0, members: 3, overCredits: 306_173, pools: [] };

  expect(describeTeamGain(gain)).toEqual([expect.stringMatching(/^Team web gets nothing of 50,000 now: .*306,173/u)]);
  expect(describeTeamGain({ ...gain, overCredits: 20_000, nowCredits: 30_000 })).toEqual([
    '3 people of team web get 30,000 more together now.',
    '20,000 of it covers what the team is already over.',
  ]);
  expect(
    describeTeamGain({ ...gain, overCredits: 0, pools: [aRoom('web', { left: 0, freeCredits: 0 })] })[0],
  ).toContain('team web has 0 left');
});
