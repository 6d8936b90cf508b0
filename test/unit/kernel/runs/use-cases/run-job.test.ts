import { beforeEach, expect, test } from 'vitest';

import { memoryJournal } from '../../../../../shared/journal/store/memory-journal.ts';
import { leaseDurationMaxMs } from '../../../../../shared/kernel/runs/lease.ts';
import {
  type PortNeeds,
  HistoryConflictError,
  PlatformUnavailableError,
  RunAheadError,
  type LeaseStore,
  type Steps,
} from '../../../../../shared/kernel/runs/ports.ts';
import type { Run, RunOutcome } from '../../../../../shared/kernel/runs/run.ts';
import { immediateSteps } from '../../../../../shared/kernel/runs/store/immediate-steps.ts';
import { memoryLeaseStore, memoryRunStore } from '../../../../../shared/kernel/runs/store/memory-run-store.ts';
import {
  passed,
  asOf,
  type Applied,
  type ComposedMails,
  type JobFrame,
  type JobWork,
  type OpenRun,
  type RunOrder,
  type Verdict,
  type WorkEnd,
} from '../../../../../shared/kernel/runs/use-cases/job.ts';
import {
  applyPermitted,
  closeRun,
  endOf,
  runJob as runFramed,
  untilDeadline,
} from '../../../../../shared/kernel/runs/use-cases/run-job.ts';
import { recordedSteps, BrokenOffError, type StepRecord } from '../../../../world/recorded-steps.ts';
import { virtualClock, type VirtualClock } from '../../../../world/virtual-clock.ts';

/* A job that reads how many seats are empty, and takes them away. */

const atMs = Date.parse('2026-03-15T02:30:00.000Z');
const minuteMs = 60_000;
const leaseMs = 10 * minuteMs;

interface Seats {
  read(): Promise<number>;
}

interface SeatStore {
  take(seats: number): Promise<void>;
}

const seatStoreNeeds: PortNeeds<SeatStore> = { take: 'write' };

interface SeatPorts {
  readonly clock: VirtualClock;
  readonly steps: Steps;
  readonly seats: Seats;
  readonly store: SeatStore;
}

type Work = JobWork<SeatPorts>;
interface Taken extends Applied {
  readonly taken: number;
}

/** What a case may change of the job. */
interface SeatJob extends JobFrame<SeatPorts> {
  readonly collect: (work: Work) => Promise<number>;
  readonly plan: (work: Work, empty: number) => Promise<number>;
  readonly guard: () => Promise<Verdict<undefined>>;
  readonly apply: (work: Work, empty: number) => Promise<Taken>;
  readonly outcome: (work: Work, end: WorkEnd<number, number, Taken>) => Promise<RunOutcome>;
  readonly notify?: {
    readonly observe: () => Promise<void>;
    readonly compose: (
      work: Work,
      of: { readonly nowMs: number },
    ) => Promise<Pick<ComposedMails, 'count' | 'problem'> & { readonly write: () => Promise<void> }>;
  };
  readonly close?: (work: Work) => Promise<void>;
}

async function runJob(seatPorts: SeatPorts, order: RunOrder, { notify, close, ...job }: SeatJob) {
  return runFramed(seatPorts, order, job, async (run: OpenRun<SeatPorts>) => {
    const end = await endOf(async () => {
      const collected = await job.collect(untilDeadline(run));
      const plan = await job.plan(run, collected);
      const verdict = await job.guard();
      return { collected, plan, ...(await applyPermitted(run, verdict, async () => job.apply(run, plan))) };
    });
    const outcome = async (own: WorkEnd<number, number, Taken>) => job.outcome(run, own);
    if (notify === undefined && close === undefined) {
      return closeRun(run, end, outcome);
    }
    return closeRun(run, end, outcome, {
      observe: async () => notify?.observe(),
      compose: async (_outcome, nowMs) => {
        const { write, ...mails } = (await notify?.compose(run, { nowMs })) ?? { count: 0, write: async () => {} };
        return {
          ...mails,
          write: async () => {
            await write();
            await close?.(run);
          },
        };
      },
    });
  });
}

let clock: VirtualClock;
let leases: LeaseStore;
let runs: ReturnType<typeof memoryRunStore>;
let journal: ReturnType<typeof memoryJournal>;
let reads: number;
let taken: number[];
let ports: SeatPorts;

beforeEach(() => {
  clock = virtualClock(atMs);
  leases = memoryLeaseStore();
  runs = memoryRunStore();
  journal = memoryJournal();
  reads = 0;
  taken = [];
  ports = {
    clock,
    steps: immediateSteps(async (ms) => clock.moveBy(ms)),
    seats: {
      async read() {
        reads += 1;
        return Promise.resolve(3);
      },
    },
    store: {
      async take(seats) {
        taken.push(seats);
        return Promise.resolve();
      },
    },
  };
});

function aJob(changes: Partial<SeatJob> = {}): SeatJob {
  let lastId = 0;
  const ids = { next: () => `id-${(lastId += 1)}` };
  return {
    name: 'seats',
    lease: {
      leases,
      ids,
      name: 'seats',
      durationMs: leaseMs,
      doing: 'taking seats',
      needs: { clock: 'free', steps: 'free', seats: 'free', store: seatStoreNeeds },
    },
    record: { runs, journal },
    figures: { capsChanged: 0 },
    collect: async (work) => work.ports.steps.run('seats', async () => work.ports.seats.read()),
    plan: async (_work, empty) => Promise.resolve(empty),
    guard: async () => Promise.resolve(passed),
    apply: takeSeats,
    outcome: async (_work, end) =>
      Promise.resolve({ ...done, capsChanged: end.kind === 'applied' ? end.applied.taken : 0 }),
    ...changes,
  };
}

const done: RunOutcome = { status: 'complete', alerts: 0, isUnfinished: false, problems: [] };

async function takeSeats({ ports: { steps, store } }: Work, empty: number) {
  return steps.run('take', async () => {
    await store.take(empty);
    return { taken: empty };
  });
}

function anOrder(changes: Partial<RunOrder> = {}): RunOrder {
  return { runId: 'seats-1', atMs, stopAtMs: atMs + 60 * minuteMs, ...changes };
}

async function occupy(forMs: number): Promise<void> {
  await leases.acquire('seats', { owner: 'another', nowMs: clock.now(), durationMs: forMs });
}

async function isFree(): Promise<boolean> {
  const claim = { owner: 'another', nowMs: clock.now(), durationMs: leaseMs };
  return (await leases.acquire('seats', claim)).kind === 'acquired';
}

async function endsInJournal() {
  const entries = await journal.list({ from: '2026-03-15', through: '2026-03-15' }, 100);
  return entries.map(({ kind, detail }) => [kind, detail['status']]);
}

test('a run as of a moment that has not come yet is refused, and nothing is begun', async () => {
  const later = { ...anOrder(), atMs: atMs + 2 * minuteMs };

  await expect(runJob(ports, later, aJob())).rejects.toThrow(RunAheadError);
  expect([reads, taken, await runs.list('seats', 9)]).toEqual([0, [], []]);
  expect(await runJob(ports, { ...later, atMs: atMs + minuteMs }, aJob())).toMatchObject({
    outcome: { status: 'complete' },
  });
});

test('a run collects, plans, applies, and leaves a record, a journal entry and a free lease', async () => {
  const { run, outcome } = await runJob(ports, anOrder(), aJob());

  expect(outcome).toEqual({ ...done, capsChanged: 3 });
  expect(taken).toEqual([3]);
  expect(await runs.find('seats-1')).toEqual({ ...run, outcome });
  expect(run).toMatchObject({ job: 'seats', at: '2026-03-15T02:30:00.000Z', finishedAt: expect.any(String) });
  expect(await endsInJournal()).toEqual([['run-finished', 'complete']]);
  expect(await isFree()).toBe(true);
});

test('an event that is delivered twice is one run', async () => {
  const first = await runJob(ports, anOrder(), aJob());

  const second = await runJob(ports, anOrder(), aJob());

  expect(first.isRepeat).toBeUndefined();
  expect(second).toEqual({ run: first.run, outcome: first.outcome, isRepeat: true });
  expect(reads).toBe(1);
});

test('an event that is delivered again after its run failed is a new try', async () => {
  await runJob({ ...ports, seats: away }, anOrder(), aJob());

  const { outcome } = await runJob(ports, anOrder(), aJob());

  expect(outcome.status).toBe('complete');
  expect((await runs.find('seats-1'))?.outcome?.status).toBe('complete');
});

test('another run that the job takes for as good leaves nothing to do', async () => {
  await runJob(ports, anOrder({ runId: 'seats-nightly' }), aJob());
  const record = { runs, journal, isFinishedBy: ({ runId }: { readonly runId: string }) => runId.endsWith('nightly') };

  const { run } = await runJob(ports, anOrder({ runId: 'seats-hourly' }), aJob({ record }));

  expect(run.runId).toBe('seats-nightly');
  expect(reads).toBe(1);
});

test('while another run holds the lease nothing is done or recorded, and it is said until when', async () => {
  await occupy(leaseMs);

  const { outcome, end } = await runJob(ports, anOrder(), aJob());

  expect(outcome).toMatchObject({ status: 'held', capsChanged: 0, isUnfinished: true });
  expect(outcome.held).toEqual({
    guard: 'another-run',
    detail: expect.stringMatching(/seats.* 2026-03-15T02:40:00\.000Z/u),
  });
  expect({ end, reads, stored: await runs.find('seats-1') }).toEqual({ end: undefined, reads: 0, stored: undefined });
});

test.for([
  ['of the moment at which it begins', true, '2026-03-15T02:33:00.000Z'],
  ['of its own moment', false, '2026-03-15T02:30:00.000Z'],
] as const)('a run that waits for another one is, where it is asked for, %s', async ([, isAsOfBeginning, at]) => {
  await occupy(3 * minuteMs);
  const patient = aJob();
  const lease = { ...patient.lease, patience: { patienceMs: leaseMs, waitMs: 15_000 } } as SeatJob['lease'] & object;

  const order = isAsOfBeginning ? anOrder({ isAsOfBeginning }) : anOrder();
  const { run, outcome } = await runJob(ports, order, { ...patient, lease });

  expect(outcome.status).toBe('complete');
  expect(run).toMatchObject({ at, startedAt: '2026-03-15T02:33:00.000Z' });
});

test('who waits for another run in vain gives up when patience ends', async () => {
  await occupy(60 * minuteMs);
  const hasty = aJob();
  const lease = { ...hasty.lease, patience: { patienceMs: minuteMs, waitMs: 15_000 } } as SeatJob['lease'] & object;

  const { outcome } = await runJob(ports, anOrder(), { ...hasty, lease });

  expect(outcome.held?.guard).toBe('another-run');
  expect(clock.now()).toBe(atMs + minuteMs);
});

test('what is done counts as of the moment of the run, as time goes on', async () => {
  let moment = '';
  const job = aJob({
    async plan(work, empty) {
      clock.moveBy(2 * minuteMs);
      moment = asOf(work);
      return Promise.resolve(empty);
    },
  });

  await runJob(ports, anOrder({ atMs: atMs - 60 * minuteMs, lateMs: 5 * minuteMs }), job);

  expect(moment).toBe('2026-03-15T01:37:00.000Z');
});

const held: Verdict<undefined> = { kind: 'held', hold: { guard: 'blast-radius', detail: 'a large change' } };

test('a run that a guard holds applies nothing, and is recorded as held', async () => {
  const job = aJob({
    guard: async () => Promise.resolve(held),
    outcome: async (_work, end) =>
      Promise.resolve({ ...done, status: 'held', ...(end.kind === 'held' && { held: end.hold }) }),
  });

  const { outcome } = await runJob(ports, anOrder(), job);

  expect(outcome).toMatchObject({ status: 'held', held: { guard: 'blast-radius' } });
  expect(taken).toEqual([]);
  expect((await runs.find('seats-1'))?.outcome?.status).toBe('held');
});

test('a dry run stops after the guard, and leaves neither record nor entry', async () => {
  const { end } = await runJob(ports, anOrder({ dryRun: true }), aJob());

  expect(end).toEqual({ kind: 'planned', collected: 3, plan: 3 });
  expect(taken).toEqual([]);
  expect(await runs.find('seats-1')).toBeUndefined();
  expect(await endsInJournal()).toEqual([]);
  expect(await isFree()).toBe(true);
});

const away: Seats = {
  read: async () => Promise.reject(new PlatformUnavailableError('GET /seats: 503')),
};

test('a platform that is away is an outcome, and recorded', async () => {
  const { outcome } = await runJob({ ...ports, seats: away }, anOrder(), aJob());

  expect(outcome).toMatchObject({
    status: 'failed',
    problems: ['GET /seats: 503'],
    capsChanged: 0,
    isUnfinished: true,
  });
  expect((await runs.find('seats-1'))?.outcome).toEqual(outcome);
  expect(await endsInJournal()).toEqual([['run-finished', 'failed']]);
});

test('an error of a store is raised, the record says that the run has not finished, and the lease is free', async () => {
  const store = { take: async () => Promise.reject(new Error('the table is not there')) };

  await expect(runJob({ ...ports, store }, anOrder(), aJob())).rejects.toThrow('the table is not there');

  expect(await runs.find('seats-1')).not.toHaveProperty('finishedAt');
  expect(await isFree()).toBe(true);
});

test('a run that has lost its lease writes nothing more, and leaves the record to the other run', async () => {
  const job = aJob({
    async plan(_work, empty) {
      clock.moveBy(leaseMs);
      await occupy(leaseMs);
      return empty;
    },
  });

  const { outcome, end } = await runJob(ports, anOrder(), job);

  expect(outcome).toMatchObject({ status: 'held', held: { guard: 'another-run' }, capsChanged: 0 });
  expect(end?.kind).toBe('cut-short');
  expect(taken).toEqual([]);
  expect(await runs.find('seats-1')).not.toHaveProperty('finishedAt');
  expect(await endsInJournal()).toEqual([]);
});

test('a lease that is lost in the middle of applying leaves the record to the other run', async () => {
  const overtaken: { readonly taken: number } & Applied = { taken: 1, isLeaseLost: true };

  const { end } = await runJob(ports, anOrder(), aJob({ apply: async () => Promise.resolve(overtaken) }));

  expect(end).toMatchObject({ kind: 'applied', applied: { taken: 1 } });
  expect(await runs.find('seats-1')).not.toHaveProperty('finishedAt');
});

test('a lease that is lost before the end is recorded leaves the record to the other run', async () => {
  const job = aJob({
    async apply() {
      clock.moveBy(leaseMs);
      await occupy(leaseMs);
      return { taken: 3 };
    },
  });

  const { outcome } = await runJob(ports, anOrder(), job);

  expect(outcome).toMatchObject({ status: 'held', held: { guard: 'another-run' } });
  expect(await endsInJournal()).toEqual([]);
});

test('nothing is collected after the deadline: the run has failed, and says so', async () => {
  const { outcome } = await runJob(ports, anOrder({ stopAtMs: atMs }), aJob());

  expect(outcome).toMatchObject({ status: 'failed', problems: [expect.stringContaining('deadline')] });
  expect(reads).toBe(0);
});

test('mails are counted before they are written, and the record says how many', async () => {
  const written: string[] = [];
  const notify: NonNullable<SeatJob['notify']> = {
    observe: async () => Promise.resolve(void written.push('observed')),
    compose: async () =>
      Promise.resolve({ count: 2, write: async () => Promise.resolve(void written.push('two mails')) }),
  };

  const { outcome } = await runJob(ports, anOrder(), aJob({ notify }));

  expect(outcome.alerts).toBe(2);
  expect(written).toEqual(['observed', 'two mails']);
});

test('what nobody can be notified of, the run says itself', async () => {
  const compose = async () => Promise.resolve({ count: 0, problem: 'nobody can be notified', write: async () => {} });
  const notify: NonNullable<SeatJob['notify']> = { observe: async () => {}, compose };

  const { outcome } = await runJob(ports, anOrder(), aJob({ notify }));

  expect(outcome.problems).toEqual(['nobody can be notified']);
});

test('what the job closes with comes before the record', async () => {
  let recorded: unknown = 'nothing yet';
  const close = async ({ run }: Work) => {
    recorded = (await runs.find(run.runId))?.finishedAt;
  };

  await runJob(ports, anOrder(), aJob({ close }));

  expect(recorded).toBeUndefined();
});

test('a job without lease and record runs as often as it is asked to', async () => {
  const { lease: _lease, record: _record, ...free } = aJob();
  await occupy(leaseMs);

  await runJob(ports, anOrder(), free);
  const { outcome } = await runJob(ports, anOrder(), free);

  expect(outcome.status).toBe('complete');
  expect(taken).toEqual([3, 3]);
});

test('the smallest job says what it reads, what it decides, and how it ends', async () => {
  const { outcome } = await runFramed(ports, anOrder(), { name: 'seats', record: { runs } }, async (run) => {
    const end = await endOf(async () => {
      const isTooMany = (await run.ports.seats.read()) > 2;
      return applyPermitted(run, passed, async () => Promise.resolve({ taken: isTooMany ? 1 : 0 }));
    });
    return closeRun(run, end, (own) => ({ ...done, capsChanged: own.kind === 'applied' ? own.applied.taken : 0 }));
  });

  expect(outcome).toEqual({ ...done, capsChanged: 1 });
});

const permitted: Verdict<undefined> = { ...held, permit: undefined };
const heldOutcome: SeatJob['outcome'] = async (_work, end) =>
  Promise.resolve({ ...done, status: 'held', ...(end.kind === 'held' && { held: end.hold }) });

test.for<readonly [what: string, guard: Verdict<undefined>, applied: Applied, dryRun: boolean, ends: object]>([
  [
    'applies what the guard lets go, and stays held',
    { ...held, permit: 1 } as never,
    {},
    false,
    { applied: { taken: 1 } },
  ],
  [
    'is held for the rest where that is another hold',
    { ...held, permit: 1 } as never,
    { restHold: aHold('rest') },
    false,
    { hold: aHold('rest') },
  ],
  [
    'is held for what stops the applying',
    { ...held, permit: 1 } as never,
    { hold: aHold('other') },
    false,
    { hold: aHold('other') },
  ],
  ['applies nothing in a dry run', { ...held, permit: 1 } as never, {}, true, { hold: held.hold }],
  ['applies nothing without a permit', permitted, {}, false, { hold: held.hold }],
])('a run that a guard holds in part %s', async ([, guard, applied, dryRun, ends]) => {
  const apply = async () => Promise.resolve({ taken: 1, ...applied });

  const { end } = await runJob(
    ports,
    anOrder({ dryRun }),
    aJob({ guard: async () => guard, apply, outcome: heldOutcome }),
  );

  expect(end).toMatchObject({ kind: 'held', collected: 3, plan: 3, ...ends });
  expect('applied' in (end ?? {})).toBe('applied' in ends || 'restHold' in applied);
});

function aHold(detail: string) {
  return { guard: 'blast-radius', detail } as const;
}

test('a run that is held while it applies ends as held', async () => {
  const apply = async () => Promise.resolve({ taken: 1, hold: aHold('overtaken') });

  const { end, outcome } = await runJob(ports, anOrder(), aJob({ apply, outcome: heldOutcome }));

  expect(end).toEqual({ kind: 'held', collected: 3, plan: 3, hold: aHold('overtaken') });
  expect(outcome.held?.detail).toBe('overtaken');
});

test('the journal says how a run ended: figures, findings that are kept and those that are too many, and what held it', async () => {
  const finding = { kind: 'empty-seat', subject: 'seat', severity: 'low', detail: 'empty', action: undefined } as const;
  const findings = [finding, finding] as never;
  const facts = { findings, findingsMore: 3, dataThrough: '2026-03-14', held: aHold('large') };

  await runJob(ports, anOrder(), aJob({ outcome: async () => Promise.resolve({ ...done, ...facts }) }));
  await runJob(ports, anOrder({ runId: 'seats-2' }), aJob());

  const [first, second] = await journal.list({ from: '2026-03-15', through: '2026-03-15' }, 100);
  expect(first).toMatchObject({
    id: 'seats-1/finished/complete',
    actor: 'curfew',
    runId: 'seats-1',
    detail: { findings: 5, dataThrough: '2026-03-14', held: 'blast-radius: large', capsChanged: 0 },
  });
  expect(second?.detail).toMatchObject({ dataThrough: null, held: null, capsChanged: 3 });
  expect(second?.detail).not.toHaveProperty('findings');
  expect(first?.detail).not.toHaveProperty('isUnfinished');
});

test('nobody is notified by a run that was cut short by the platform', async () => {
  const seen: string[] = [];
  const notify: NonNullable<SeatJob['notify']> = {
    observe: async () => Promise.resolve(void seen.push('observed')),
    compose: async (_work, { nowMs }) => {
      seen.push(new Date(nowMs).toISOString());
      return Promise.resolve({ count: 0, write: async () => {} });
    },
  };

  await runJob({ ...ports, seats: away }, anOrder({ atMs: atMs - minuteMs }), aJob({ notify }));

  expect(seen).toEqual(['2026-03-15T02:29:00.000Z']);
});

test('an error that is neither of the lease nor of the record is raised at the end, too', async () => {
  const close = async () => Promise.reject(new Error('no close'));

  await expect(runJob(ports, anOrder(), aJob({ close }))).rejects.toThrow('no close');
  expect(await isFree()).toBe(true);
});

test('a run that another one of the same event finished in the meantime gives that one', async () => {
  const other = { runId: 'seats-1', job: 'seats', at: '2026-03-15T02:30:00.000Z', startedAt: '', finishedAt: '' };
  const finished = { ...other, outcome: { ...done, capsChanged: 9 } };
  let finds = 0;
  const lateRuns = {
    ...runs,
    find: async () => Promise.resolve((finds += 1) === 1 ? undefined : finished),
  };

  const { run, outcome, end } = await runJob(ports, anOrder(), aJob({ record: { runs: lateRuns, journal } }));

  expect({ run, outcome, end }).toEqual({ run: finished, outcome: { capsChanged: 9, ...done }, end: undefined });
  expect(taken).toEqual([]);
  expect(await isFree()).toBe(true);
});

test('a run records that it has started before it reads', async () => {
  let recorded: unknown;
  const collect: SeatJob['collect'] = async () => {
    recorded = await runs.find('seats-1');
    return 3;
  };

  await runJob(ports, anOrder(), aJob({ collect }));

  expect(recorded).toEqual({
    runId: 'seats-1',
    job: 'seats',
    at: '2026-03-15T02:30:00.000Z',
    startedAt: '2026-03-15T02:30:00.000Z',
  });
});

test('who waits for another run looks again after the wait, and after twenty looks after four waits', async () => {
  await occupy(60 * minuteMs);
  const waits: number[] = [];
  const steps = immediateSteps(async (ms) => {
    waits.push(ms);
    clock.moveBy(ms);
  });
  const patient = aJob();
  const lease = { ...patient.lease, patience: { patienceMs: 10 * minuteMs, waitMs: 15_000 } } as SeatJob['lease'] &
    object;

  await runJob({ ...ports, steps }, anOrder(), { ...patient, lease });

  expect(waits.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 15_000));
  expect(waits.slice(20)).toEqual(Array.from({ length: 5 }, () => 60_000));
});

test('a job without a lease that is recorded is done once an event', async () => {
  const { lease: _lease, ...free } = aJob();
  await occupy(leaseMs);

  const first = await runJob(ports, anOrder(), free);
  const second = await runJob(ports, anOrder(), free);

  expect(taken).toEqual([3]);
  expect(second).toEqual({ run: first.run, outcome: first.outcome, isRepeat: true });
});

test('a run that is stopped at any step goes on in another process, and ends as one that was not', async () => {
  const names: string[] = [];
  await runJob({ ...ports, steps: recordedSteps(new Map(), names, { pause: () => {} }) }, anOrder(), aJob());
  expect(names).toEqual(['owner', 'begin', 'seats', 'take', 'close', 'end']);

  for (let step = 1; step <= names.length; step += 1) {
    for (const side of ['before', 'after'] as const) {
      const order = anOrder({ runId: `seats-${side}-${step}`, stopAtMs: Infinity });
      const record: StepRecord = new Map();
      const broken = recordedSteps(record, [], { pause: () => {}, breakAt: { step, side } });
      await expect(runJob({ ...ports, steps: broken }, order, aJob())).rejects.toThrow(BrokenOffError);

      const { outcome } = await runJob(
        { ...ports, steps: recordedSteps(record, [], { pause: () => {} }) },
        order,
        aJob(),
      );

      expect({ step, side, outcome }).toEqual({ step, side, outcome: { ...done, capsChanged: 3 } });
      expect((await runs.find(order.runId))?.outcome).toEqual(outcome);
      expect(await isFree()).toBe(true);
      clock.moveBy(2 * leaseMs);
    }
  }
});

/** The names of the steps of a run, of which no two are the same. */
async function stepsOf(job: Pick<SeatJob, keyof SeatJob>): Promise<readonly string[]> {
  const names: string[] = [];
  await runJob(
    { ...ports, steps: recordedSteps(new Map(), names, { pause: (ms) => clock.moveBy(ms) }) },
    anOrder(),
    job,
  );
  return names;
}

type Patience = NonNullable<NonNullable<SeatJob['lease']>['patience']>;

/** A job that waits for its lease, which it gets from the store unless said otherwise. */
function aPatientJob(
  patience: Patience | undefined,
  acquire: LeaseStore['acquire'] = async (...terms) => leases.acquire(...terms),
): SeatJob {
  const job = aJob();
  const { lease } = job;
  const given = { leases: { ...leases, acquire }, ...(patience !== undefined && { patience }) };
  return lease === undefined ? job : { ...job, lease: { ...lease, ...given } };
}

const quiet: NonNullable<SeatJob['notify']> = {
  observe: async () => {},
  compose: async () => Promise.resolve({ count: 0, write: async () => {} }),
};

test('what is observed, what mails are counted, and how the run ended are a step each', async () => {
  expect(await stepsOf(aJob({ notify: quiet }))).toEqual([
    'owner',
    'begin',
    'seats',
    'take',
    'observe',
    'mails',
    'close',
    'end',
  ]);
});

test('each look of a run that waits is a step of its own', async () => {
  await occupy(2 * minuteMs);

  const names = await stepsOf(aPatientJob({ patienceMs: leaseMs, waitMs: minuteMs }));

  expect(names.filter((name) => name.startsWith('begin'))).toEqual(['begin', 'begin 2', 'begin 3']);
});

test('a job without lease and record has the steps of its work alone, and is not closed', async () => {
  const { lease: _lease, record: _record, ...free } = aJob({ close: async () => Promise.reject(new Error('closed')) });

  expect(await stepsOf(free)).toEqual(['seats', 'take']);
});

test('mails that were counted before the process ended are composed as of the same moment', async () => {
  const moments: number[] = [];
  const notify: SeatJob['notify'] = {
    ...quiet,
    compose: async (_work, { nowMs }) => {
      moments.push(nowMs);
      return Promise.resolve({ count: 0, write: async () => {} });
    },
  };
  const record: StepRecord = new Map();
  const broken = recordedSteps(record, [], { pause: (ms) => clock.moveBy(ms), breakAt: { step: 7, side: 'before' } });
  await expect(runJob({ ...ports, steps: broken }, anOrder(), aJob({ notify }))).rejects.toThrow(BrokenOffError);
  clock.moveBy(minuteMs);

  await runJob(
    { ...ports, steps: recordedSteps(record, [], { pause: (ms) => clock.moveBy(ms) }) },
    anOrder({ stopAtMs: Infinity }),
    aJob({ notify }),
  );

  expect(moments).toEqual([atMs, atMs]);
});

/** A lease that is never free; some looks find that it had to be repaired. */
function neverFree(isRepaired: () => boolean): LeaseStore['acquire'] {
  return async () =>
    Promise.resolve({ kind: 'held', untilMs: atMs + leaseMs, ...(isRepaired() && { isRepaired: true }) });
}

const onlyAtFirst = () => clock.now() === atMs;

test('a run whose lease had to be repaired waits until the longest lease is over, and once more', async () => {
  const patience = { patienceMs: minuteMs, waitMs: 5 * minuteMs, isForRepairs: true };

  const { outcome } = await runJob(ports, anOrder(), aPatientJob(patience, neverFree(onlyAtFirst)));

  expect(outcome.held?.guard).toBe('another-run');
  expect(clock.now()).toBe(atMs + leaseDurationMaxMs + 5 * minuteMs);
});

test.for([
  ['that waits for no repairs', { patienceMs: minuteMs, waitMs: minuteMs }, minuteMs],
  ['that waits for nobody', undefined, 0],
] as const)('a run %s is held up by a repaired lease no longer than by another', async ([, patience, waitedMs]) => {
  const { outcome } = await runJob(
    ports,
    anOrder(),
    aPatientJob(
      patience,
      neverFree(() => true),
    ),
  );

  expect(outcome.held?.guard).toBe('another-run');
  expect(clock.now()).toBe(atMs + waitedMs);
});

test('patience that is longer than a repair takes is not cut short by it', async () => {
  const patience = { patienceMs: 60 * minuteMs, waitMs: 10 * minuteMs, isForRepairs: true };

  await runJob(ports, anOrder(), aPatientJob(patience, neverFree(onlyAtFirst)));

  expect(clock.now()).toBe(atMs + 60 * minuteMs);
});

test('a run that waits for repairs waits for a lease that another run holds no longer than its patience', async () => {
  await occupy(leaseMs);

  await runJob(ports, anOrder(), aPatientJob({ patienceMs: minuteMs, waitMs: minuteMs, isForRepairs: true }));

  expect(clock.now()).toBe(atMs + minuteMs);
});

test('an event that is delivered again while another run is at work is one run all the same', async () => {
  const first = await runJob(ports, anOrder(), aJob());
  await occupy(leaseMs);

  expect(await runJob(ports, anOrder(), aJob())).toEqual({ run: first.run, outcome: first.outcome, isRepeat: true });
});

/** Runs of which another process finishes the one of this event just before its start is recorded. */
function runsFinishedMeanwhile(finished: Run | undefined): typeof runs {
  let isTold = false;
  return {
    ...runs,
    find: async () => Promise.resolve(isTold ? finished : undefined),
    put: async () => {
      isTold = true;
      return Promise.reject(new HistoryConflictError('finished already'));
    },
  };
}

test('a run whose start cannot be recorded, as another process has finished it, gives that one', async () => {
  const started = { runId: 'seats-1', job: 'seats', at: '2026-03-15T02:30:00.000Z', startedAt: '', finishedAt: '' };
  const finished = { ...started, outcome: { ...done, capsChanged: 9 } };

  const { run, outcome } = await runJob(
    ports,
    anOrder(),
    aJob({ record: { runs: runsFinishedMeanwhile(finished), journal } }),
  );

  expect({ run, outcome }).toEqual({ run: finished, outcome: finished.outcome });
  expect(taken).toEqual([]);
});

test('a start that cannot be recorded though nobody has finished the run is raised', async () => {
  const record = { runs: runsFinishedMeanwhile(undefined), journal };

  await expect(runJob(ports, anOrder(), aJob({ record }))).rejects.toThrow(HistoryConflictError);
  expect(taken).toEqual([]);
});

test('any other error of the record is raised before the work begins', async () => {
  const record = { runs: { ...runs, put: async () => Promise.reject(new Error('no table')) }, journal };

  await expect(runJob(ports, anOrder(), aJob({ record }))).rejects.toThrow('no table');
  expect(reads).toBe(0);
});
