import { describe, expect, test } from 'vitest';

import type { CapPlanInput } from '../../../../shared/caps/cap-plan-input.ts';
import type { SetCap } from '../../../../shared/caps/cap.ts';
import { memoryLimitStore } from '../../../../shared/enforcement/memory-store.ts';
import type { BatchOutcome, LimitEntry } from '../../../../shared/enforcement/ports.ts';
import type { LimitPorts, LimitWork } from '../../../../shared/enforcement/use-cases/enforcement-work.ts';
import {
  beginSending,
  isSendingDone,
  sendNext,
  type BatchState,
} from '../../../../shared/enforcement/use-cases/send-batches.ts';
import { memoryJournal } from '../../../../shared/journal/store/memory-journal.ts';
import { InvariantError } from '../../../../shared/kernel/invariant.ts';
import {
  FencedOffError,
  PlatformRefusedError,
  PlatformUnavailableError,
  type ProgressStep,
} from '../../../../shared/kernel/runs/ports.ts';
import { LeaseLostError, type LeaseKeeper } from '../../../../shared/kernel/runs/use-cases/lease-keeper.ts';
import type { ClockDoubt } from '../../../../shared/kernel/time/clock-skew.ts';
import type { LimitRecord, RowOutcome } from '../../../../shared/limits/limit-record.ts';
import { defaultAssumptions } from '../../../../shared/pools/assumptions.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../../support/domain-samples.ts';
import { someSettings } from '../../../support/enforcement-settings.ts';
import { partOf } from '../../../support/part-of.ts';
import { aPlanInput } from '../../../support/plan-samples.ts';

const run = { runId: 'tonight', at: '2026-03-15T02:30:00.000Z', today: '2026-03-15' };
const nowMs = Date.parse(run.at);
const stopAtMs = nowMs + 60_000;
const lost: BatchOutcome = { kind: 'unknown', problem: 'no answer' };
const refused: BatchOutcome = { kind: 'refused', problem: 'the body is not valid' };
const rowRefused: RowOutcome = { kind: 'failed', problem: 'no such user' };

function aChange(userId: string, limitCredits = 500): SetCap {
  const binding = { scope: { kind: 'default' }, window: 'month', usedCredits: 400, headroomCredits: 100 } as const;
  const email = `${userId}@acme.example`;
  return { kind: 'set', userId, email, fromCredits: undefined, limitCredits, reason: 'no-limit-yet', binding };
}

const changesFor = (count: number): readonly SetCap[] =>
  Array.from({ length: count }, (_, index) => aChange(`u-${String(index).padStart(3, '0')}`));

/** What the platform answers to one PUT; a row is done where nothing is said of it. */
type Answer = (entries: readonly LimitEntry[]) => BatchOutcome;

const allDone: Answer = (entries) => ({ kind: 'answered', rows: entries.map(() => ({ kind: 'done' })) });
const without =
  (...failing: readonly string[]): Answer =>
  (entries) => ({
    kind: 'answered',
    rows: entries.map(({ email }) => (failing.includes(email) ? rowRefused : { kind: 'done' })),
  });

interface Scene {
  readonly changes?: readonly SetCap[];
  readonly records?: ReadonlyMap<string, LimitRecord>;
  /** In their order; all rows are done when there is none left. */
  readonly answers?: readonly Answer[];
  readonly now?: () => number;
  readonly lease?: LeaseKeeper;
  readonly stopAtMs?: number;
  readonly unlimitedCredits?: number;
  readonly settleDays?: number;
  readonly clockDoubt?: ClockDoubt;
  readonly planInputs?: CapPlanInput;
}

/** A sending with what it has done: the emails of each PUT, and its steps in their order. */
function aSending({ answers = [], now = () => nowMs, changes = [aChange('ann')], ...said }: Scene = {}) {
  const { unlimitedCredits = 1_000_000, settleDays = 0, records = new Map<string, LimitRecord>() } = said;
  const waiting = [...answers];
  const puts: string[][] = [];
  const steps: string[] = [];
  const reported: ProgressStep[] = [];
  const limits = memoryLimitStore();
  const journal = memoryJournal();
  const ports = {
    clock: { now },
    limits: {
      ...limits,
      async put(...args: Parameters<typeof limits.put>) {
        steps.push('limits');
        await limits.put(...args);
      },
    },
    journal: {
      ...journal,
      async append(...args: Parameters<typeof journal.append>) {
        steps.push('journal');
        await journal.append(...args);
      },
    },
    limitWriter: {
      async setLimits(entries: readonly LimitEntry[]) {
        steps.push('put');
        puts.push(entries.map(({ email }) => email));
        return (waiting.shift() ?? allDone)(entries);
      },
    },
    progress: { report: (step: ProgressStep) => void reported.push(step) },
  };
  const lease = {
    fence: 7,
    renew: async () => void steps.push('renew'),
    keep: async () => void steps.push('keep'),
  };
  const work = partOf<LimitWork>({
    ports: partOf<LimitPorts>(ports),
    run,
    lease: said.lease ?? lease,
    aheadMs: 0,
    settings: someSettings({
      clockToleranceSeconds: 0,
      unlimitedCredits,
      pools: { ...defaultAssumptions, settleDays, reserveShare: 0 },
    }),
    order: { runId: run.runId, atMs: nowMs, stopAtMs: said.stopAtMs ?? stopAtMs },
  });
  const people = changes.map(({ userId, email }) => ({ userId, email }));
  const { pools, ...planInputs } = said.planInputs ?? aPlanInput({ users: people, budgets: [] });
  const { clockDoubt = { earlierMs: 0, laterMs: 0 } } = said;
  const sending = beginSending(work, { ...planInputs, pools: { ...pools, clockDoubt } }, { changes, records });
  return { sending, puts, steps, reported, limits, journal };
}

async function sendAll(sending: BatchState): Promise<void> {
  for (let batch = 0; batch < 50 && !isSendingDone(sending); batch += 1) {
    await sendNext(sending);
  }
}

const entriesOf = async ({ journal }: ReturnType<typeof aSending>) =>
  (await journal.list({ from: run.today, through: run.today }, 1_000)).map(({ kind, subject }) => [kind, subject]);

test('a limit is recorded as possibly in force before it is sent, and as confirmed once it is in the journal', async () => {
  const made = aSending();

  await sendAll(made.sending);

  expect(made.steps).toEqual(['renew', 'limits', 'keep', 'put', 'journal', 'limits']);
  expect(await made.limits.find('ann')).toMatchObject({
    confirmed: { limitCredits: 500, at: run.at, runId: 'tonight' },
    unsettled: [],
  });
  expect(await entriesOf(made)).toEqual([['cap-changed', 'ann']]);
  expect(made.sending.outcomes).toEqual(new Map([['ann', { kind: 'done' }]]));
  expect(made.sending.settled).toEqual(made.sending.outcomes);
  expect(made.sending.records.get('ann')?.confirmed?.limitCredits).toBe(500);
});

test('nothing to send is done before it has begun', async () => {
  const made = aSending({ changes: [] });

  expect(isSendingDone(made.sending)).toBe(true);
  await sendNext(made.sending);

  expect(made).toMatchObject({ puts: [], steps: [], sending: { isLeaseLost: false } });
  expect(made.sending.stopped).toBeUndefined();
});

test('changes go a hundred a PUT, and the way is reported after each', async () => {
  const made = aSending({ changes: changesFor(201) });

  await sendAll(made.sending);

  expect(made.puts.map(({ length }) => length)).toEqual([100, 100, 1]);
  expect(made.reported).toEqual([100, 200, 201].map((done) => ({ step: 'limits', done, total: 201 })));
});

test('only the rows of the last batch are settled', async () => {
  const made = aSending({ changes: changesFor(101) });

  await sendNext(made.sending);
  expect(made.sending.settled.size).toBe(100);
  await sendNext(made.sending);

  expect([...made.sending.settled.keys()]).toEqual(['u-100']);
  expect(made.sending.outcomes.size).toBe(101);
});

describe('a limit whose answer is lost', () => {
  test('stays possibly in force, and is not sent again', async () => {
    const made = aSending({ answers: [() => lost] });

    await sendAll(made.sending);

    expect(made.puts).toHaveLength(1);
    expect(await made.limits.find('ann')).toMatchObject({ unsettled: [{ limitCredits: 500, runId: 'tonight' }] });
    expect(await made.limits.find('ann')).not.toHaveProperty('confirmed');
    expect(await entriesOf(made)).toEqual([['cap-unknown', 'ann']]);
    expect(made.sending.outcomes.get('ann')).toEqual(lost);
  });

  test('is one that the answer does not name', async () => {
    const made = aSending({ answers: [() => ({ kind: 'answered', rows: [] })] });

    await sendAll(made.sending);

    expect(made.sending.outcomes.get('ann')).toMatchObject({ kind: 'unknown' });
  });

  test('stops the sending when it is the third in a row', async () => {
    const made = aSending({ changes: changesFor(500), answers: [() => lost, () => lost, () => lost] });

    await sendAll(made.sending);

    expect(made.puts).toHaveLength(3);
    expect(made.sending.stopped).toMatch(/did not answer 3 times/u);
    expect(made.sending.isLeaseLost).toBe(false);
  });

  test('does not stop it while the platform answers in between', async () => {
    const made = aSending({
      changes: changesFor(500),
      answers: [() => lost, () => lost, allDone, () => lost, () => lost],
    });

    await sendAll(made.sending);

    expect(made.puts).toHaveLength(5);
    expect(made.sending.stopped).toBeUndefined();
  });
});

describe('a row that the platform refuses', () => {
  const changes = ['ann', 'bob', 'cem'].map((userId) => aChange(userId));

  test('is tried once more at the end, alone', async () => {
    const made = aSending({ changes, answers: [without('bob@acme.example')] });

    await sendAll(made.sending);

    expect(made.puts.slice(1)).toEqual([['bob@acme.example']]);
    expect([...made.sending.outcomes.values()].map(({ kind }) => kind)).toEqual(['done', 'done', 'done']);
    expect(await made.limits.find('bob')).toMatchObject({ confirmed: { limitCredits: 500 }, unsettled: [] });
  });

  test('is passed over when it is refused again', async () => {
    const never = without('bob@acme.example');
    const made = aSending({ changes, answers: [never, never, never] });

    await sendAll(made.sending);

    expect(made.puts).toHaveLength(2);
    expect(made.sending.stopped).toBeUndefined();
    expect(made.sending.outcomes.get('bob')).toEqual(rowRefused);
    expect(await made.limits.find('bob')).toMatchObject({ failure: { problem: 'no such user', nights: 1 } });
    expect(await entriesOf(made)).toContainEqual(['cap-failed', 'bob']);
  });

  test('is tried again after all batches, with those of the others', async () => {
    const many = changesFor(150);
    const made = aSending({ changes: many, answers: [without('u-003@acme.example'), without('u-120@acme.example')] });

    await sendAll(made.sending);

    expect(made.puts.map(({ length }) => length)).toEqual([100, 50, 2]);
    expect(made.puts[2]).toEqual(['u-003@acme.example', 'u-120@acme.example']);
  });
});

describe('a batch that the platform refuses as a whole', () => {
  const fussy: Answer = (entries) =>
    entries.some(({ email }) => email.startsWith('u-004')) ? refused : allDone(entries);

  test('is halved until the row is found, and the others go through', async () => {
    const made = aSending({ changes: changesFor(5), answers: [fussy, fussy, fussy, fussy, fussy] });

    await sendAll(made.sending);

    expect(made.puts.map((emails) => emails.map((email) => Number(email.slice(2, 5))))).toEqual([
      [0, 1, 2, 3, 4],
      [0, 1, 2],
      [3, 4],
      [3],
      [4],
    ]);
    expect(made.sending.outcomes.get('u-004')).toEqual({ kind: 'failed', problem: 'the body is not valid' });
    expect([...made.sending.outcomes.values()].filter(({ kind }) => kind === 'done')).toHaveLength(4);
  });

  test('of one row is not tried again', async () => {
    const made = aSending({ answers: [() => refused] });

    await sendAll(made.sending);

    expect(made.puts).toHaveLength(1);
  });

  test('counts as an answer', async () => {
    const answers: readonly Answer[] = [() => lost, () => lost, () => refused, () => lost, () => lost];
    const made = aSending({ changes: changesFor(202), answers });

    await sendAll(made.sending);

    expect(made.sending.stopped).toBeUndefined();
  });
});

describe('nothing more is sent', () => {
  test('once the deadline is reached', async () => {
    let now = stopAtMs - 1;
    const made = aSending({ changes: changesFor(101), now: () => now });

    await sendNext(made.sending);
    now = stopAtMs;
    await sendAll(made.sending);

    expect(made.puts).toHaveLength(1);
    expect(made.sending.stopped).toMatch(/deadline/u);
    expect(isSendingDone(made.sending)).toBe(true);
  });

  test('once the day is over that the limits are for', async () => {
    let now = Date.parse('2026-03-15T23:59:59.999Z');
    const made = aSending({ changes: changesFor(101), now: () => now, stopAtMs: Infinity });

    await sendNext(made.sending);
    now = Date.parse('2026-03-16T00:00:00.000Z');
    await sendAll(made.sending);

    expect(made.puts).toHaveLength(1);
    expect(made.sending.stopped).toMatch(/the day ended/u);
  });

  test('once it was stopped, whatever is asked', async () => {
    const made = aSending();
    made.sending.stopped = 'the key is refused';

    await sendNext(made.sending);

    expect(made.puts).toEqual([]);
    expect(made.sending.stopped).toBe('the key is refused');
  });

  test('once the platform refuses the key: nothing of the batch was applied', async () => {
    const refuses: Answer = () => {
      throw new PlatformRefusedError('the key is refused');
    };
    const made = aSending({ changes: changesFor(101), answers: [refuses] });

    await sendAll(made.sending);

    expect(made.puts).toHaveLength(1);
    expect(made.sending).toMatchObject({ stopped: 'the key is refused', isLeaseLost: false });
    expect(made.sending.outcomes.size).toBe(0);
    expect(made.steps).not.toContain('journal');
  });

  test.for([
    ['the lease', new LeaseLostError('another run has taken over')],
    ['the right to write limits', new FencedOffError('a newer run wrote')],
  ] as const)('once another run has %s, and what is left is its work', async ([, error]) => {
    const lease = { fence: 7, renew: async () => Promise.reject(error), keep: async () => {} };
    const made = aSending({ changes: changesFor(101), lease });

    await sendAll(made.sending);

    expect(made.puts).toEqual([]);
    expect(made.steps).toEqual([]);
    expect(made.sending).toMatchObject({ isLeaseLost: true, stopped: expect.stringContaining('another run') });
  });

  test('where the lease is lost while the attempt is recorded', async () => {
    const keep = async () => Promise.reject(new LeaseLostError('another run has taken over'));
    const made = aSending({ lease: { fence: 7, renew: async () => {}, keep } });

    await sendAll(made.sending);

    expect(made.puts).toEqual([]);
    expect(await made.limits.find('ann')).toMatchObject({ unsettled: [{ limitCredits: 500 }] });
  });
});

test.for([
  ['the platform asks to be left alone', new PlatformUnavailableError('try later')],
  ['something unforeseen happens', new Error('unforeseen')],
] as const)('where %s it is raised, and the batch is the next one still', async ([, error]) => {
  const fails: Answer = () => {
    throw error;
  };
  const made = aSending({ answers: [fails] });

  await expect(sendNext(made.sending)).rejects.toBe(error);
  expect(isSendingDone(made.sending)).toBe(false);
  await sendAll(made.sending);

  expect(made.puts).toHaveLength(2);
  expect(made.sending.outcomes.get('ann')).toEqual({ kind: 'done' });
});

test('records are written with the fence of the lease', async () => {
  const made = aSending();

  await sendAll(made.sending);

  await expect(made.limits.put([aConfirmedLimit('ann', 1)], 6)).rejects.toThrow(FencedOffError);
  await made.limits.put([aConfirmedLimit('ann', 1)], 7);
});

test('a limit counts from as early and for as long as the clocks may differ', async () => {
  const before = aConfirmedLimit('ann', 900);
  const clockDoubt = { earlierMs: 60_000, laterMs: 120_000 };
  const made = aSending({ clockDoubt, records: new Map([['ann', before]]) });

  await sendAll(made.sending);

  expect(await made.limits.find('ann')).toMatchObject({
    confirmed: { at: '2026-03-15T02:29:00.000Z' },
    replaced: [{ limitCredits: 900, from: before.confirmed?.at, until: '2026-03-15T02:32:00.000Z' }],
  });
});

test('a limit above its budget is never sent', async () => {
  const made = aSending({ changes: [aChange('ann', 501)] });

  await expect(sendNext(made.sending)).rejects.toThrow(InvariantError);

  expect(made.steps).toEqual([]);
});

test('a limit that takes a pool past its amount is never sent', async () => {
  const org = aBudget({ scope: { kind: 'org' }, amount: credits(1_000) });
  const users = ['ann', 'bob'].map((userId) => ({ userId, email: `${userId}@acme.example` }));
  const limits = users.map(({ userId }) => aConfirmedLimit(userId, 400));
  const input = aPlanInput({ users, limits, usage: someUsage({}), budgets: [org] });
  const binding = { scope: org.scope, window: 'month', usedCredits: 0, headroomCredits: 601 } as const;
  const raised = (limitCredits: number) => [{ ...aChange('ann', limitCredits), binding }];

  const [past, within] = [601, 600].map((credits) => aSending({ changes: raised(credits), planInputs: input }));
  await Promise.all([past, within].map(async (scene) => scene && sendAll(scene.sending)));

  expect([past?.puts, within?.puts]).toEqual([[], [['ann@acme.example']]]);
  expect([past?.sending.withheld, within?.sending.withheld]).toEqual([['ann@acme.example'], []]);
});
