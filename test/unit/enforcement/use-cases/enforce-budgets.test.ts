import { describe, expect, test } from 'vitest';

import type { BatchOutcome, LimitEntry } from '../../../../shared/enforcement/ports.ts';
import {
  enforceBudgets,
  hasTakenEffect,
  type EnforcementRun,
} from '../../../../shared/enforcement/use-cases/enforce-budgets.ts';
import type { EnforcementOrder, EnforcementPorts } from '../../../../shared/enforcement/use-cases/enforcement-work.ts';
import { enforcementOutcome } from '../../../../shared/kernel/runs/outcome.ts';
import { PlatformRefusedError, PlatformUnavailableError } from '../../../../shared/kernel/runs/ports.ts';
import { enforceJob, runIdOf } from '../../../../shared/kernel/runs/run-id.ts';
import type { RowOutcome } from '../../../../shared/limits/limit-record.ts';
import { anOutcome } from '../../../support/domain-samples.ts';
import { someSettings } from '../../../support/enforcement-settings.ts';
import { aTablesWorld, strict, tonight } from '../../../support/tables-world.ts';

const atMs = Date.parse(tonight.at);
const latestSent = '2026-03-14T02:30:00.000Z';
const edit: EnforcementOrder = {
  runId: runIdOf(enforceJob, atMs, 'edit-1a'),
  atMs,
  dryRun: false,
  onlyIfUnfinished: false,
  stopAtMs: Infinity,
  kind: 'edit',
};

interface Scene {
  readonly order?: Partial<EnforcementOrder>;
  readonly settings?: typeof strict;
  readonly alter?: (
    ports: EnforcementPorts,
  ) => Partial<Pick<EnforcementPorts, 'leases' | 'limitWriter' | 'platformTime'>>;
}

/** A run after an edit, but for what a case says, and the steps that it took. */
async function enforce({ order = {}, settings = someSettings(), alter = () => ({}) }: Scene = {}) {
  const { ports: tables } = await aTablesWorld({ settings, latestSent });
  const names: string[] = [];
  const waits: number[] = [];
  let nowMs = atMs;
  const steps: EnforcementPorts['steps'] = {
    run: async (name, work) => {
      names.push(name);
      return work();
    },
    wait: async (_name, durationMs) => {
      waits.push(durationMs);
      nowMs += durationMs;
    },
    group: async (_name, work) => work(steps),
  };
  const timed = { ...tables, steps, clock: { now: () => nowMs } };
  const ports = { ...timed, ...alter(timed) };
  return { ports, names, waits, ended: await enforceBudgets(ports, settings, { ...edit, ...order }) };
}

/** The platform sets Ann’s limit, and of Bob’s something else comes out. */
const withBob = (kind: 'unknown' | 'failed') => () => ({
  limitWriter: {
    async setLimits(entries: readonly LimitEntry[]): Promise<BatchOutcome> {
      const outcomeOf = ({ email }: LimitEntry): RowOutcome =>
        email.startsWith('bob') ? { kind, problem: 'no such user' } : { kind: 'done' };
      return { kind: 'answered', rows: entries.map(outcomeOf) };
    },
  },
});

describe('a run after an edit', () => {
  test('sets the limits that follow, and gives the plan', async () => {
    const { ended, ports, names } = await enforce();

    expect(ended).toMatchObject({
      outcome: { status: 'complete', capsChanged: 2, capsFailed: 0, isUnfinished: false },
      outcomes: new Map(),
      isPartOpen: false,
      plan: { day: '2026-03-15', dataThrough: '2026-03-14' },
    });
    expect((await ports.limits.list()).map(({ confirmed }) => confirmed?.limitCredits)).toEqual([600, 600]);
    expect(names).not.toContain('waiting');
    expect(hasTakenEffect(ended)).toBe(true);
  });

  test('takes steps by whose names one that continues finds what is done', async () => {
    const { names } = await enforce();

    expect(names.slice(2)).toEqual([
      'order',
      'clock',
      'plan',
      'mark',
      'limits 1',
      'sent',
      'observe',
      'mails',
      'close',
      'end',
    ]);
  });

  test.for([
    ['unknown', true, 'partial', false],
    ['failed', false, 'partial', true],
  ] as const)('of which the outcome of a limit is %s is open: %s', async ([kind, isPartOpen, status, isOver]) => {
    const { ended } = await enforce({ alter: withBob(kind) });

    expect(ended).toMatchObject({ isPartOpen, outcome: { status, capsChanged: 1, capsFailed: 1 } });
    expect([...ended.outcomes]).toMatchObject([['bob', { kind }]]);
    expect(hasTakenEffect(ended)).toBe(isOver);
  });

  test('that the platform stops is open', async () => {
    const refuse = async () => Promise.reject(new PlatformRefusedError('the key is refused'));

    const { ended } = await enforce({ alter: () => ({ limitWriter: { setLimits: refuse } }) });

    expect(ended).toMatchObject({ isPartOpen: true, outcomes: new Map(), outcome: { isUnfinished: true } });
    expect(hasTakenEffect(ended)).toBe(false);
  });

  test('that a guard holds has done what it could, and gives the plan', async () => {
    const { ended } = await enforce({ settings: strict });

    expect(ended).toMatchObject({ isPartOpen: false, outcome: { status: 'held', held: { guard: 'blast-radius' } } });
    expect(ended.plan?.decisions).toHaveLength(2);
    expect(hasTakenEffect(ended)).toBe(true);
  });

  test('waits five minutes for another run, looking every 15 seconds, and is then held for it', async () => {
    const { ended, waits } = await enforce({ alter: heldByAnother });

    expect(ended).toMatchObject({ outcome: { status: 'held', held: { guard: 'another-run' } } });
    expect(ended.plan).toBeUndefined();
    expect(hasTakenEffect(ended)).toBe(false);
    expect(new Set(waits)).toEqual(new Set([15_000]));
    expect(waits).toHaveLength(20);
  });

  test('that has waited is as of the moment at which it begins, and one by schedule as of its own', async () => {
    const order = { ...firstDay.order, patienceMs: 60_000 };
    const [edited, scheduled] = [
      await enforce({ alter: freeAfter(2) }),
      await enforce({ ...firstDay, order, alter: freeAfter(2) }),
    ];

    expect([edited.waits, scheduled.waits]).toEqual([
      [15_000, 15_000],
      [15_000, 15_000],
    ]);
    expect(edited.ended.run.at).toBe('2026-03-15T02:30:30.000Z');
    expect(scheduled.ended.run.at).toBe(tonight.at);
  });

  test('that the platform cuts short has no plan, and is recorded with what it changed', async () => {
    const skewMs = async () => Promise.reject(new PlatformUnavailableError('try later'));

    const { ended, ports } = await enforce({ alter: () => ({ platformTime: { skewMs } }) });

    expect(ended).toMatchObject({ outcome: { status: 'failed', capsChanged: 0, capsFailed: 0, isUnfinished: true } });
    expect(ended.plan).toBeUndefined();
    expect((await ports.runs.find(edit.runId))?.outcome).toEqual(ended.outcome);
  });

  test.for([
    ['a dry run', { dryRun: true }],
    ['a dry run by schedule', { dryRun: true, kind: 'window-start', atMs: Date.parse('2026-04-01T00:05:00.000Z') }],
  ] as const)('is %s: it plans, and changes nothing', async ([, order]) => {
    const { ended, ports } = await enforce({ order });

    expect(ended.plan?.decisions).toHaveLength(2);
    expect(ended.outcome).toMatchObject({ capsChanged: 0 });
    expect((await ports.limits.list()).map(({ confirmed }) => confirmed?.limitCredits)).toEqual([1_000, 1_000]);
  });
});

/** Another run holds the lease for as long as it wants. */
function heldByAnother({ leases }: EnforcementPorts): Pick<EnforcementPorts, 'leases'> {
  return { leases: { ...leases, acquire: async () => ({ kind: 'held', untilMs: atMs + 86_400_000 }) } };
}

/** Another run has the lease for so many looks. */
function freeAfter(looks: number) {
  return ({ leases }: EnforcementPorts): Pick<EnforcementPorts, 'leases'> => {
    let seen = 0;
    return {
      leases: {
        ...leases,
        acquire: async (name, claim) =>
          (seen += 1) <= looks ? { kind: 'held', untilMs: atMs + 60_000 } : leases.acquire(name, claim),
      },
    };
  };
}

/** The run at the start of a platform window, on its first day. */
const firstDay = {
  settings: { ...someSettings(), platformWindowAnchorDay: 15 },
  order: { kind: 'window-start' },
} as const;

describe('a run by schedule', () => {
  const nightly = runIdOf(enforceJob, atMs, 'nightly');
  const { kind: _, ...scheduled } = { ...edit, runId: runIdOf(enforceJob, atMs + 3_600_000, 'hourly') };

  test('does not wait for another run unless it is asked to', async () => {
    const order = { ...firstDay.order, patienceMs: 30_000 };

    expect((await enforce({ ...firstDay, alter: heldByAnother })).waits).toEqual([]);
    expect((await enforce({ ...firstDay, order, alter: heldByAnother })).waits).toHaveLength(2);
  });

  test.for([
    ['by schedule', firstDay, 15 * 60_000],
    ['after an edit', {}, 5 * 60_000],
    [
      'that applies a plan',
      { order: { kind: 'window-start', apply: { actor: 'ada', isApproved: false } }, settings: firstDay.settings },
      0,
    ],
  ] as const)('%s waits for a lease that somebody has tampered with: %3$s ms', async ([, scene, leastMs]) => {
    let looks = 0;
    const alter = ({ leases }: EnforcementPorts): Pick<EnforcementPorts, 'leases'> => {
      const held = { kind: 'held', untilMs: atMs + 86_400_000 } as const;
      const acquire = async () => ((looks += 1) === 1 ? { ...held, isRepaired: true as const } : held);
      return { leases: { ...leases, acquire } };
    };

    const { waits } = await enforce({ ...scene, alter });

    const waitedMs = waits.reduce((sum, ms) => sum + ms, 0);
    expect(waitedMs).toBeGreaterThanOrEqual(leastMs);
    expect(waitedMs).toBeLessThanOrEqual(leastMs + 60_000);
  });

  /** The tables once a nightly run is recorded, with its moment. */
  async function afterNight({
    at = tonight.at,
    runId = nightly,
    ...said
  }: Partial<EnforcementOrder> & { at?: string } = {}) {
    const { ports } = await aTablesWorld({ latestSent });
    const names: string[] = [];
    const steps: EnforcementPorts['steps'] = {
      ...ports.steps,
      run: async (name, work) => {
        names.push(name);
        return work();
      },
    };
    await ports.runs.put({ runId, job: enforceJob, at, startedAt: at, finishedAt: at, outcome: anOutcome({}) });
    const order = { ...scheduled, onlyIfUnfinished: true, ...said };
    return { names, run: enforceBudgets({ ...ports, steps }, someSettings(), order) };
  }

  test('finds a complete night, and does nothing but send the mails that waited', async () => {
    const { names, run } = await afterNight();

    expect(await run).toMatchObject({ run: { runId: nightly }, isRepeat: true, outcome: { capsChanged: 0 } });
    expect(names).toContain('waiting');
  });

  test('sends no mail that waited when it is dry', async () => {
    const { names, run } = await afterNight({ dryRun: true });

    await run.catch(() => undefined);
    expect(names).not.toContain('waiting');
  });

  test.for<readonly [string, Parameters<typeof afterNight>[0]]>([
    ['the night is of another day', { at: latestSent, runId: runIdOf(enforceJob, Date.parse(latestSent), 'nightly') }],
    ['the run was one after an edit', { runId: runIdOf(enforceJob, atMs, 'edit-1a') }],
    ['it is to be done in any case', { onlyIfUnfinished: false }],
  ])('reads the platform where %s', async ([, said]) => {
    const { run } = await afterNight(said);

    await expect(run).rejects.toThrow('the platform was read');
  });

  test('at the start of a window does nothing on any other day', async () => {
    const { ended, ports, names } = await enforce({ order: { kind: 'window-start', runId: 'start' } });

    expect(ended).toStrictEqual({
      run: { runId: 'start', job: enforceJob, at: tonight.at, startedAt: tonight.at },
      outcome: { status: 'complete', alerts: 0, isUnfinished: false, problems: [], capsChanged: 0, capsFailed: 0 },
      outcomes: new Map(),
    });
    expect(names).toEqual([]);
    expect(await ports.runs.list(enforceJob, 9)).toEqual([]);
  });

  test('at the start of a window sets limits on its first day', async () => {
    const { ended } = await enforce(firstDay);

    expect(ended.plan?.day).toBe('2026-03-15');
  });
});

test.for([
  ['complete', false, undefined, false, true],
  ['complete', true, undefined, false, false],
  ['partial', false, undefined, true, true],
  ['failed', true, undefined, false, false],
  ['held', true, 'blast-radius', false, true],
  ['held', true, 'blast-radius', true, false],
  ['held', true, 'another-run', false, false],
] as const)(
  'an edit has taken effect where its run is %s, unfinished %s, held by %s, open %s: %s',
  ([status, isUnfinished, guard, isPartOpen, isOver]) => {
    const held = guard === undefined ? {} : { held: { guard, detail: 'x' } };
    const run: EnforcementRun = {
      run: { runId: 'x', job: enforceJob, at: tonight.at, startedAt: tonight.at },
      outcome: enforcementOutcome(anOutcome({ status, isUnfinished, ...held })),
      outcomes: new Map(),
    };

    expect(hasTakenEffect({ ...run, isPartOpen })).toBe(isOver);
    expect(isPartOpen || hasTakenEffect(run)).toBe(isPartOpen || isOver);
  },
);
