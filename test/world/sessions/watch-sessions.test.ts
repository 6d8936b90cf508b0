import { describe, expect, test } from 'vitest';

import type { RunOutcome } from '../../../shared/kernel/runs/run.ts';
import { wantRestore } from '../../../shared/sessions/use-cases/restore-session.ts';
import { disturbances } from '../sudden-end.ts';
import { hourMs } from '../virtual-clock.ts';
import {
  aSession,
  aSessionsWorld,
  disturbedRun,
  everything,
  ordinary,
  runaway,
  startMs,
  watch,
  watchLater,
  type SessionsWorld,
} from './sessions-world.ts';

function findingsOf({ outcome }: { readonly outcome: RunOutcome }): readonly string[] {
  return (outcome.findings ?? []).map(({ kind, subject, action }) =>
    [kind, subject, action === null ? '' : `${action.kind} ${action.status}`].join(' ').trim(),
  );
}

const done = ['tag', 'compaction', 'model'].map((kind) => `session-over-ceiling s-runaway ${kind} done`);

async function openTopics({ ports }: SessionsWorld): Promise<readonly string[]> {
  const states = await ports.alerts.read('sessions', []);
  return states.flatMap((state) =>
    state.kind === 'observed' && state.phase === 'in-alarm' ? [state.observation.topic] : [],
  );
}

test('a policy that acts changes its fields once and keeps the tags of others', async () => {
  const world = await aSessionsWorld();

  const runs = [await watch(world), await watchLater(world), await watchLater(world)];

  expect(runs.map(findingsOf)).toEqual([done, done, done]);
  expect(world.platform.changes).toHaveLength(3);
  expect(world.platform.sessions.get('s-runaway')).toMatchObject({
    model: 'cheap',
    compactionCheck: true,
    tags: [
      { name: 'team', metadata: { name: 'payments' } },
      { name: 'curfew', metadata: { policy: 'everything' } },
    ],
  });
  expect(await openTopics(world)).toEqual(['session-over-ceiling']);
});

test('a dry run and a policy that proposes change nothing', async () => {
  const acting = await aSessionsWorld();
  const proposing = await aSessionsWorld([{ ...everything, mode: 'propose' }]);

  const runs = [await watch(acting, { dryRun: true }), await watch(proposing)];

  const proposed = done.map((text) => text.replace('done', 'proposed'));
  expect(runs.map(findingsOf)).toEqual([proposed, proposed]);
  expect([acting.platform.changes, proposing.platform.changes]).toEqual([[], []]);
  expect([await acting.ports.known.list(), await openTopics(acting)]).toEqual([[], []]);
});

test('a condition is resolved once its session is over, and the rest stays', async () => {
  const world = await aSessionsWorld([], [runaway, { ...runaway, sessionId: 's-other' }]);
  await watch(world);
  world.platform.sessions.set('s-other', { ...runaway, sessionId: 's-other', archivedAt: '2026-03-02T08:10:00Z' });

  await watchLater(world);

  const states = await world.ports.alerts.read('sessions', []);
  expect(
    states.flatMap((state) => (state.kind === 'observed' && state.phase === 'in-alarm' ? [state.observation.key] : [])),
  ).toEqual(['s-runaway']);
});

test('what was changed is put back on demand, unless somebody changed it since, and is never taken again', async () => {
  const world = await aSessionsWorld();
  await watch(world);
  const now = world.platform.sessions.get('s-runaway') ?? runaway;
  world.platform.sessions.set('s-runaway', {
    ...now,
    model: 'chosen by somebody',
    tags: [...(now.tags ?? []), { name: 'theirs' }],
  });

  await wantRestore(world.ports.known, 's-runaway', 'ann');
  const restoring = await watchLater(world);
  const later = await watchLater(world);

  const session = world.platform.sessions.get('s-runaway');
  expect(session).toMatchObject({ model: 'chosen by somebody', compactionCheck: false });
  expect(session?.tags?.map(({ name }) => name)).toEqual(['team', 'theirs']);
  const states = (await world.ports.known.listActions()).map(({ kind, state, by }) => `${kind} ${state} ${by}`);
  expect(states).toEqual(['compaction restored ann', 'model kept ann', 'tag restored ann']);
  expect([findingsOf(restoring), findingsOf(later)]).toEqual([
    ['session-over-ceiling s-runaway'],
    ['session-over-ceiling s-runaway'],
  ]);
});

test('a change of somebody else that overwrote an action is seen and reported', async () => {
  const world = await aSessionsWorld([{ name: 'tag', actions: ['tag'], mode: 'act' }]);
  const original = { ...world.platform };
  world.platform.change = async (sessionId, fields) => {
    const answer = await original.change(sessionId, fields);
    world.platform.sessions.set(sessionId, { ...runaway, tags: [{ name: 'theirs' }] });
    return answer;
  };

  const run = await watch(world);

  expect(findingsOf(run)).toEqual(['session-over-ceiling s-runaway tag failed']);
  expect(run.outcome).toMatchObject({ status: 'partial' });
  expect(await openTopics(world)).toContain('session-action-failed');
});

test.each([
  ['left out of it', { lost: ['s-known'] }],
  ['stood on two pages of it', { twice: ['s-ordinary'] }],
])(
  'no action is taken on a list of sessions of which one %s, and no condition resolves',
  async (why, { lost, twice }: { lost?: readonly string[]; twice?: readonly string[] }) => {
    const known = aSession({ sessionId: 's-known', inclusiveCredits: 2_000 });
    const world = await aSessionsWorld([], [known]);
    await watch(world);
    world.platform.sessions.set('s-runaway', runaway).set('s-ordinary', ordinary);
    const stamp = { version: 1, updatedBy: 'ann', updatedAt: '2026-03-02T08:00:00.000Z' };
    world.ports.policies.list = async () => Promise.resolve({ records: [{ ...everything, ...stamp }], invalid: [] });
    world.platform.pages = async function* () {
      const all = [...world.platform.sessions.values()].filter(({ sessionId }) => lost?.includes(sessionId) !== true);
      const again = all.filter(({ sessionId }) => twice?.includes(sessionId) === true);
      yield Promise.resolve({ sessions: [...all, ...again], unreadable: 0, repeated: again.length });
    };

    const run = await watchLater(world);

    expect(run.outcome).toMatchObject({
      status: 'held',
      held: { guard: 'trust-gate', detail: expect.stringContaining(why) },
    });
    expect(world.platform.changes).toEqual([]);
    expect(await openTopics(world)).toEqual(['session-over-ceiling', 'session-over-ceiling']);
  },
);

test('a session that is pending has its turn however many cost more', async () => {
  const dear = Array.from({ length: 400 }, (_, index) =>
    aSession({ sessionId: `s-${index}`, status: 'idle', ownCredits: 50, inclusiveCredits: 50 }),
  );
  const pending = aSession({
    sessionId: 's-pending',
    status: 'pending',
    messageCount: 0,
    createdAtMs: startMs - 30 * hourMs,
    updatedAtMs: startMs - 30 * hourMs,
  });
  const world = await aSessionsWorld([], [...dear, pending]);

  expect(findingsOf(await watch(world))).toEqual(['session-pending-long s-pending']);
});

test('an error loop is found by flags alone', async () => {
  const looping = aSession({ sessionId: 's-loop', messageCount: 60 });
  const world = await aSessionsWorld([], [looping, ordinary]);
  const flags = Array.from({ length: 60 }, (_, index) => ({
    createdAtMs: index,
    isError: index > 30 && index % 2 === 0,
  }));
  world.platform.messagesOf.set('s-loop', flags.toReversed());

  expect(findingsOf(await watch(world))).toEqual(['session-error-loop s-loop']);
});

test('a clock that goes back takes no action again', async () => {
  const world = await aSessionsWorld();
  await watch(world);
  world.clock.moveBy(-2 * 3_600_000);

  await watch(world);

  expect(world.platform.changes).toHaveLength(3);
});

describe('stopped at any effect', () => {
  async function undisturbed() {
    const world = await aSessionsWorld();
    const effects = await disturbedRun(world);
    return { world, effects };
  }

  test.each(disturbances)(
    '%s: no action is taken twice, and the next runs do the rest',
    { timeout: 120_000 },
    async (disturbance) => {
      const { effects } = await undisturbed();

      for (let effect = 1; effect <= effects.length; effect += 1) {
        const world = await aSessionsWorld();
        await disturbedRun(world, { effect, disturbance });
        for (let run = 0; run < 2; run += 1) {
          await watchLater(world);
        }

        const applied = new Set(world.platform.changes);
        expect({ effect, changes: world.platform.changes.length }).toEqual({ effect, changes: applied.size });
        expect(world.platform.sessions.get('s-runaway')).toMatchObject({ model: 'cheap', compactionCheck: true });
        expect(world.platform.sessions.get('s-runaway')?.tags).toHaveLength(2);
        const states = (await world.ports.known.listActions()).map(({ state }) => state);
        expect({ effect, states }).toEqual({ effect, states: ['done', 'done', 'done'] });
      }
    },
  );
});
