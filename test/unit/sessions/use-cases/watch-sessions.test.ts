import { describe, expect, test, vi } from 'vitest';

import { PlatformUnavailableError } from '../../../../shared/kernel/runs/ports.ts';
import type { RunOutcome } from '../../../../shared/kernel/runs/run.ts';
import type { RunOrder } from '../../../../shared/kernel/runs/use-cases/job.ts';
import type { TakenAction } from '../../../../shared/sessions/session-action.ts';
import type { SessionPolicyTerms } from '../../../../shared/sessions/session-policy.ts';
import type { Session } from '../../../../shared/sessions/session.ts';
import { watchSessions } from '../../../../shared/sessions/use-cases/watch-sessions.ts';
import { aSession, hourMs, nowMs, sessionTables } from './session-tables.ts';

type Tables = Awaited<ReturnType<typeof sessionTables>>;

let runs = 0;

async function look(tables: Tables, said: Partial<RunOrder> = {}): Promise<RunOutcome> {
  const order = { ...tables.order, runId: `sessions-${(runs += 1)}`, ...said };
  return (await watchSessions(tables.ports, tables.settings, order)).outcome;
}

/** The same an hour later than the look before. */
async function lookLater(tables: Tables): Promise<RunOutcome> {
  tables.clock.ms += hourMs;
  return look(tables, { atMs: tables.clock.ms });
}

/** Past the ceiling of 1,000 credits. */
const dear = { inclusiveCredits: 5_000, status: 'idle' } as const;
const compacting: SessionPolicyTerms = { name: 'compacting', actions: ['compaction'], mode: 'act' };

const taken: TakenAction = {
  sessionId: 'a',
  kind: 'compaction',
  policy: 'compacting',
  reason: 'r',
  state: 'done',
  before: {},
  after: { compactionCheck: true },
  at: '2026-03-14T00:00:00.000Z',
  runId: 'earlier',
  attempts: 1,
  version: 1,
};

/** The list has these sessions twice, and is not trusted for that; it leaves others out. */
function spoilList(
  { ports, platform }: Tables,
  { twice, without = [] }: { twice: string; without?: readonly string[] },
) {
  ports.sessions.pages = async function* () {
    const all = [...platform.sessions.values()]
      .filter(({ sessionId }) => !without.includes(sessionId))
      .map(({ status: _status, ...listed }) => listed);
    const again = all.filter(({ sessionId }) => sessionId === twice);
    yield { sessions: [...all, ...again], unreadable: 0, repeated: 0 };
  };
}

function actionsOf({ findings = [] }: RunOutcome): readonly string[] {
  return findings.map(({ kind, subject, action }) =>
    [kind, subject, ...(action === null ? [] : [action.kind, action.status])].join(' '),
  );
}

async function openConditions({ ports }: Tables): Promise<readonly string[]> {
  const states = await ports.alerts.read('sessions', []);
  return states.flatMap((state) =>
    state.kind === 'observed' && state.phase === 'in-alarm'
      ? [`${state.observation.topic} ${state.observation.key}`]
      : [],
  );
}

describe('a look at the sessions', () => {
  test('that finds nothing is complete', async () => {
    const tables = await sessionTables({ sessions: [aSession('a')] });

    expect(await look(tables)).toStrictEqual({
      status: 'complete',
      alerts: 0,
      isUnfinished: false,
      problems: [],
      findings: [],
    });
  });

  test('knows at the next one what it learned', async () => {
    const tables = await sessionTables({ sessions: [aSession('a', { status: 'idle' })] });

    await look(tables);
    await lookLater(tables);

    expect(tables.asked).toEqual(['a']);
    expect(await tables.ports.known.list()).toMatchObject([{ sessionId: 'a', askedAtMs: nowMs }]);
  });

  test('finds by its settings, as of its moment, and writes one mail to the admins', async () => {
    const tables = await sessionTables({
      sessions: [aSession('a', dear), aSession('b', { status: 'pending', updatedAtMs: nowMs - 3 * hourMs })],
      terms: { pendingMinutesMax: 179 },
    });

    const outcome = await look(tables);

    expect(outcome).toMatchObject({ status: 'complete', alerts: 1, problems: [] });
    expect(outcome.findings?.map(({ kind, subject, severity }) => [kind, subject, severity])).toEqual([
      ['session-over-ceiling', 'a', 'high'],
      ['session-pending-long', 'b', 'low'],
    ]);
    expect(outcome.findings?.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^Has used 5,000 session credits/u),
      expect.stringMatching(/^Has been pending for 180 minutes/u),
    ]);
    expect(await openConditions(tables)).toEqual(['session-over-ceiling a', 'session-pending-long b']);
    const [mailId = '', ...more] = tables.ports.outbox.writtenMailIds();
    expect((await tables.ports.outbox.find(mailId))?.mail.to).toBe('admin@acme.example');
    expect(more).toEqual([]);
  });

  test('is partial where a session could not be read', async () => {
    const tables = await sessionTables({ sessions: [aSession('a')] });
    tables.ports.sessions.find = async () => Promise.reject(new PlatformUnavailableError('status 503'));

    expect(await look(tables)).toMatchObject({ status: 'partial', problems: [expect.stringContaining('status 503')] });
  });

  test('is the only one at work for ten minutes at most', async () => {
    const tables = await sessionTables({ sessions: [aSession('a')] });
    const acquire = vi.spyOn(tables.ports.leases, 'acquire');
    await look(tables);
    const [name, claim] = acquire.mock.calls[0] ?? [];
    expect([name, claim?.durationMs]).toEqual(['sessions', 600_000]);

    await tables.ports.leases.acquire('sessions', { owner: 'another', nowMs, durationMs: 600_000 });
    tables.asked.length = 0;

    expect(await look(tables)).toMatchObject({ status: 'held', held: { guard: 'another-run' } });
    expect(tables.asked).toEqual([]);
  });
});

test('a run that another one took over from changes nothing', async () => {
  const tables = await sessionTables({ sessions: [aSession('a', dear)], policies: [compacting] });
  const policies = { ...tables.ports.policies };
  tables.ports.policies.list = async () => {
    tables.clock.ms += 600_000;
    await tables.ports.leases.acquire('sessions', { owner: 'another', nowMs: tables.clock.ms, durationMs: 600_000 });
    return policies.list();
  };

  expect(await look(tables)).toMatchObject({ status: 'held', held: { guard: 'another-run' } });
  expect(tables.platform.changes).toEqual([]);
  expect(await tables.ports.known.list()).toEqual([]);
});

describe('actions that are due', () => {
  test('are taken of the gravest finding first, and those past the bound wait for the next run', async () => {
    const tables = await sessionTables({
      sessions: [
        aSession('a', { status: 'pending', updatedAtMs: nowMs - 3 * hourMs, messageCount: 0 }),
        aSession('b', { createdAtMs: nowMs - 3 * hourMs }),
      ],
      policies: [compacting],
      terms: { actionsMax: 1, pendingMinutesMax: 60, runningHoursMax: 1 },
    });

    const first = await look(tables);
    expect(first).toMatchObject({ status: 'complete', problems: [expect.stringMatching(/^1 action /u)] });
    expect(actionsOf(first)).toEqual([
      'session-running-long b compaction done',
      'session-pending-long a compaction proposed',
    ]);

    const second = await lookLater(tables);
    expect(second).toMatchObject({ status: 'complete', problems: [] });
    expect(tables.platform.changes).toEqual(['b compactionCheck', 'a compactionCheck']);
  });

  test('are those of policies that act, of which proposals take no place', async () => {
    const tables = await sessionTables({
      sessions: [aSession('a', { ...dear, model: 'x' }), aSession('b', { ...dear, model: 'y' })],
      policies: [
        { ...compacting, name: 'asking', mode: 'propose', model: 'x' },
        { ...compacting, model: 'y' },
      ],
      terms: { actionsMax: 1 },
    });

    const outcome = await look(tables);

    expect(outcome.problems).toEqual([]);
    expect(tables.platform.changes).toEqual(['b compactionCheck']);
  });

  test.for([
    { state: 'done', isDue: false, shown: ' compaction done' },
    { state: 'failed', isDue: false, shown: ' compaction failed' },
    { state: 'restored', isDue: false, shown: '' },
    { state: 'kept', isDue: false, shown: '' },
    { state: 'put-off', isDue: true, shown: ' compaction done' },
    // The session is as it was: the answer that was lost said no.
    { state: 'intended', isDue: true, shown: ' compaction done' },
  ] as const)('are sent again where they are $state: $isDue', async ({ state, isDue, shown }) => {
    const tables = await sessionTables({
      sessions: [aSession('a', dear), aSession('b', dear)],
      policies: [compacting],
      terms: { actionsMax: 1 },
    });
    await tables.ports.known.putAction({ ...taken, state });

    const outcome = await look(tables);

    expect(actionsOf(outcome)[0]).toBe(`session-over-ceiling a${shown}`);
    expect(tables.platform.changes).toEqual([isDue ? 'a compactionCheck' : 'b compactionCheck']);
    expect(outcome.problems.some((problem) => problem.startsWith('1 action '))).toBe(isDue);
  });

  test('stand beside the finding that they are taken for, and beside no other', async () => {
    const tables = await sessionTables({
      sessions: [aSession('a', { ...dear, status: 'running' }), aSession('b', dear)],
      policies: [
        { ...compacting, findings: ['over-ceiling'] },
        { name: 'marking', actions: ['tag'], mode: 'act', findings: ['running-long'] },
      ],
      terms: { runningHoursMax: 0.5 },
    });

    expect(actionsOf(await look(tables))).toEqual([
      'session-over-ceiling a compaction done',
      'session-over-ceiling b compaction done',
      'session-running-long a tag done',
    ]);
  });

  test('of which nothing is left to do are shown by a dry run alone', async () => {
    const tables = await sessionTables({
      sessions: [aSession('a', { ...dear, compactionCheck: true })],
      policies: [compacting],
    });

    expect(actionsOf(await look(tables, { dryRun: true }))).toEqual(['session-over-ceiling a compaction proposed']);
    expect(actionsOf(await look(tables))).toEqual(['session-over-ceiling a']);
  });

  test('are shown by a dry run as earlier runs left them', async () => {
    const tables = await sessionTables({ sessions: [aSession('a', dear)], policies: [compacting] });
    await tables.ports.known.putAction({ ...taken, state: 'failed', problem: 'refused' });

    const outcome = await look(tables, { dryRun: true });

    expect(outcome).toMatchObject({ status: 'partial', problems: [expect.stringContaining('compaction')] });
    expect(actionsOf(outcome)).toEqual(['session-over-ceiling a compaction failed']);
  });
});

describe('a list that is not trusted', () => {
  const back: TakenAction = { ...taken, sessionId: 'b', state: 'restore-wanted', by: 'ada' };
  const changed = aSession('b', { status: 'idle', compactionCheck: true });

  test('holds actions back, and nothing else', async () => {
    const tables = await sessionTables({ sessions: [aSession('a', dear), changed], policies: [compacting] });
    spoilList(tables, { twice: 'a' });
    await tables.ports.known.putAction(back);

    const outcome = await look(tables);

    expect(outcome).toMatchObject({
      status: 'held',
      held: { guard: 'trust-gate', detail: expect.stringMatching(/1 session stood .* 1 action on sessions/u) },
      problems: [expect.stringMatching(/1 session stood/u)],
    });
    expect(actionsOf(outcome)).toEqual(['session-over-ceiling a compaction proposed']);
    expect(tables.platform.changes).toEqual(['b compactionCheck']);
    expect(await tables.ports.known.listActions()).toMatchObject([{ sessionId: 'b', state: 'restored' }]);
    expect((await tables.ports.known.list()).map(({ sessionId }) => sessionId)).toEqual(['a', 'b']);
  });

  test('is a problem where there is no action to hold back', async () => {
    const tables = await sessionTables({
      sessions: [aSession('a', dear)],
      policies: [{ ...compacting, mode: 'propose' }],
    });
    spoilList(tables, { twice: 'a' });

    expect(await look(tables)).toMatchObject({
      status: 'partial',
      problems: [expect.stringMatching(/1 session stood/u)],
    });
  });

  test('resolves the conditions of sessions that it has, and none of those that it lacks', async () => {
    const failed = (sessionId: string) => ({ ...taken, sessionId, state: 'failed', problem: 'refused' }) as const;
    const tables = await sessionTables({
      sessions: ['a', 'b', 'c'].map((sessionId) => aSession(sessionId, dear)),
    });
    await Promise.all(['a', 'b'].map(async (id) => tables.ports.known.putAction(failed(id))));
    await look(tables);
    const before = await openConditions(tables);
    // Both are well by now; the list says it of the first alone.
    tables.platform.sessions.set('a', aSession('a', { status: 'idle', inclusiveCredits: 5 }));
    tables.platform.sessions.delete('b');
    await tables.ports.known.putAction({ ...taken, state: 'done', version: 2 });
    spoilList(tables, { twice: 'c', without: ['b'] });

    await lookLater(tables);

    expect(before).toEqual([
      'session-action-failed a/compaction',
      'session-action-failed b/compaction',
      'session-over-ceiling a',
      'session-over-ceiling b',
      'session-over-ceiling c',
    ]);
    expect(await openConditions(tables)).toEqual([
      'session-action-failed b/compaction',
      'session-over-ceiling b',
      'session-over-ceiling c',
    ]);
  });
});

/** Ten sessions of four days, of which one has used far more than the others. */
const usual = Array.from({ length: 10 }, (_, index) =>
  aSession(`usual-${index}`, {
    status: 'idle',
    inclusiveCredits: 10,
    createdAtMs: nowMs - (index % 4) * 24 * hourMs - hourMs,
    updatedAtMs: nowMs - 48 * hourMs,
  }),
);

test.for<{ readonly topic: string; readonly session: Partial<Session>; readonly others?: readonly Session[] }>([
  { topic: 'session-over-ceiling', session: dear },
  { topic: 'session-unusual', session: { inclusiveCredits: 900, status: 'idle' }, others: usual },
  { topic: 'session-running-long', session: { createdAtMs: nowMs - 3 * hourMs } },
  { topic: 'session-pending-long', session: { status: 'pending', updatedAtMs: nowMs - 3 * hourMs } },
  { topic: 'session-error-loop', session: { messageCount: 5 } },
])('$topic is resolved once the session is gone from a whole list', async ({ topic, session, others = [] }) => {
  const tables = await sessionTables({
    sessions: [aSession('a', session), ...others],
    terms: { unusualSpreads: 4, runningHoursMax: 2, pendingMinutesMax: 60 },
  });
  const isLoop = topic === 'session-error-loop';
  tables.platform.messagesOf.set(
    'a',
    Array.from({ length: 5 }, () => ({ createdAtMs: nowMs, isError: isLoop })),
  );
  await look(tables);
  expect(await openConditions(tables)).toEqual([`${topic} a`]);

  tables.platform.sessions.delete('a');
  await lookLater(tables);

  expect(await openConditions(tables)).toEqual([]);
});

describe('an action is reported as one that went wrong', () => {
  test.for<{ readonly what: string; readonly action: Partial<TakenAction>; readonly isReported: boolean }>([
    { what: 'where it failed', action: { state: 'failed', problem: 'refused' }, isReported: true },
    { what: 'where tags of others are gone since', action: { problem: 'tags are gone' }, isReported: true },
    { what: 'where its outcome is not known', action: { state: 'intended' }, isReported: true },
    { what: 'and not where it is done', action: {}, isReported: false },
    { what: 'and not where it waits', action: { state: 'put-off', problem: 'too many' }, isReported: false },
    {
      what: 'and not where somebody changed it since',
      action: { state: 'kept', problem: 'changed' },
      isReported: false,
    },
    {
      what: 'and not where its session is gone',
      action: { sessionId: 'gone', state: 'failed', problem: 'refused' },
      isReported: false,
    },
  ])('$what', async ({ action, isReported }) => {
    const tables = await sessionTables({ sessions: [aSession('a', { status: 'idle' })] });
    await look(tables);
    tables.ports.sessions.find = async () => Promise.reject(new PlatformUnavailableError('status 503'));
    await tables.ports.known.putAction({ ...taken, ...action });

    const outcome = await lookLater(tables);

    expect(await openConditions(tables)).toEqual(isReported ? ['session-action-failed a/compaction'] : []);
    expect(outcome).toMatchObject({ status: isReported ? 'partial' : 'complete', findings: [] });
    expect(outcome.problems).toHaveLength(isReported ? 1 : 0);
  });

  test.for([
    [
      'it came out as it should',
      async ({ ports }: Tables) => {
        await ports.known.putAction({ ...taken, version: 2 });
      },
    ],
    [
      'its session is gone from a whole list',
      async ({ platform }: Tables) => {
        platform.sessions.delete('a');
      },
    ],
  ] as const)('and is settled once %s', async ([, become]) => {
    const tables = await sessionTables({ sessions: [aSession('a', { status: 'idle' })] });
    await tables.ports.known.putAction({ ...taken, state: 'failed', problem: 'refused' });
    await look(tables);
    await become(tables);

    await lookLater(tables);

    expect(await openConditions(tables)).toEqual([]);
  });
});
