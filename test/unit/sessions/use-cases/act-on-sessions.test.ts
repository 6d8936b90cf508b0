import { describe, expect, test } from 'vitest';

import { PlatformUnavailableError } from '../../../../shared/kernel/runs/ports.ts';
import type { SessionChangeOutcome } from '../../../../shared/sessions/ports.ts';
import type { TakenAction, WantedAction } from '../../../../shared/sessions/session-action.ts';
import type { Session } from '../../../../shared/sessions/session.ts';
import { actOnSessions } from '../../../../shared/sessions/use-cases/act-on-sessions.ts';
import type { SessionWork } from '../../../../shared/sessions/use-cases/session-work.ts';
import { partOf } from '../../../support/part-of.ts';
import { aSession, at, nowMs, sessionTables } from './session-tables.ts';

const runaway = aSession('s', { inclusiveCredits: 5_000, model: 'dear' });
const wanted: WantedAction = {
  sessionId: 's',
  kind: 'model',
  policy: 'p',
  mode: 'act',
  finding: 'over-ceiling',
  reason: 'why',
  toModel: 'cheap',
};
const action: TakenAction = {
  sessionId: 's',
  kind: 'model',
  policy: 'p',
  reason: 'why',
  state: 'intended',
  before: { model: 'dear' },
  after: { model: 'cheap' },
  at,
  runId: 'earlier',
  attempts: 1,
  version: 1,
};

interface Scene {
  /** The session as the platform has it now; `undefined` for none. */
  readonly session?: Session | undefined;
  /** As the list had it. */
  readonly listed?: Session | undefined;
  readonly due?: readonly WantedAction[];
  readonly taken?: readonly TakenAction[];
  readonly find?: (count: number, found: Session | undefined) => Promise<Session | undefined>;
  readonly change?: (apply: () => Promise<unknown>) => Promise<SessionChangeOutcome>;
  readonly stopAtMs?: number;
  readonly terms?: NonNullable<Parameters<typeof sessionTables>[0]>['terms'];
  readonly putAction?: SessionWork['ports']['known']['putAction'];
}

async function acted(scene: Scene = {}) {
  const session = 'session' in scene ? scene.session : runaway;
  const listed = 'listed' in scene ? scene.listed : session;
  const { work, ports, platform } = await sessionTables({
    sessions: session === undefined ? [] : [session],
    ...(scene.terms !== undefined && { terms: scene.terms }),
    ...(scene.stopAtMs !== undefined && { stopAtMs: scene.stopAtMs }),
  });
  for (const each of scene.taken ?? []) {
    for (let version = 1; version <= each.version; version += 1) {
      await ports.known.putAction({ ...each, version });
    }
  }
  let finds = 0;
  const sessions = {
    ...ports.sessions,
    find: async (id: string) => {
      finds += 1;
      const found = await platform.find(id);
      return scene.find === undefined ? found : scene.find(finds, found);
    },
    change: async (id: string, fields: Parameters<typeof platform.change>[1]) => {
      const apply = async () => platform.change(id, fields);
      return scene.change === undefined ? apply() : scene.change(apply);
    },
  };
  const known = { ...ports.known, ...(scene.putAction !== undefined && { putAction: scene.putAction }) };
  const done = await actOnSessions(partOf({ ...work, ports: { ...ports, sessions, known } } as SessionWork), {
    due: scene.due ?? [],
    sessions: new Map(listed === undefined ? [] : [['s', listed]]) as never,
    taken: new Map((scene.taken ?? []).map((each) => [`${each.sessionId}/${each.kind}`, each])),
  });
  const entries = await ports.journal.list({ from: '2026-03-15', through: '2026-03-15' }, 100);
  const [stored] = await ports.known.listActions();
  return { ...done, stored, entries, changes: platform.changes, model: platform.sessions.get('s')?.model };
}

const due = [wanted];
const unread = async () => Promise.reject(new PlatformUnavailableError('away'));

describe('an action that is due', () => {
  test('is taken once, stored before and after, and journaled', async () => {
    const { stored, entries, taken, needless, model } = await acted({ due });

    expect(model).toBe('cheap');
    expect(stored).toEqual({ ...action, state: 'done', runId: 'sessions-1', version: 2 });
    expect(taken).toEqual(new Map([['s/model', stored]]));
    expect(needless.size).toBe(0);
    expect(entries).toEqual([
      {
        id: 'session-action/s/model/2',
        at,
        kind: 'session-acted',
        actor: 'curfew',
        runId: 'sessions-1',
        subject: 'session:s',
        detail: {
          action: 'model',
          policy: 'p',
          reason: 'why',
          state: 'done',
          problem: null,
          before: { model: 'dear' },
          after: { model: 'cheap' },
        },
      },
    ]);
  });

  test.for<{ readonly what: string; readonly scene: Scene }>([
    { what: 'is there no more', scene: { session: undefined, listed: runaway } },
    { what: 'cannot be read', scene: { find: unread } },
    { what: 'was not listed', scene: { listed: undefined } },
    { what: 'is over by now', scene: { session: { ...runaway, archivedAt: '2026-03-15T01:00:00Z' }, listed: runaway } },
    { what: 'is under the ceiling by now', scene: { session: { ...runaway, inclusiveCredits: 10 }, listed: runaway } },
    { what: 'is as the action would make it', scene: { session: { ...runaway, model: 'cheap' } } },
    { what: 'somebody else acts on', scene: { putAction: async () => false } },
  ])('is needless where its session $what', async ({ scene }) => {
    const { needless, changes, entries } = await acted({ ...scene, due });

    expect([...needless]).toEqual(['s/model']);
    expect([changes, entries]).toEqual([[], []]);
  });

  test('waits for the next run past the deadline', async () => {
    const { needless, changes } = await acted({ due, stopAtMs: nowMs });

    expect([needless.size, changes]).toEqual([0, []]);
  });

  test('that was put off is sent again, and counted', async () => {
    const { stored, changes } = await acted({ due, taken: [{ ...action, state: 'put-off', version: 3 }] });

    expect(changes).toHaveLength(1);
    expect(stored).toMatchObject({ state: 'done', attempts: 2, version: 5 });
  });

  test('that is done already is not taken again', async () => {
    expect((await acted({ due, taken: [{ ...action, state: 'done' }] })).changes).toEqual([]);
  });

  test('that is refused fails, with why', async () => {
    const change = async () => ({ kind: 'refused', problem: 'no such model' }) as const;

    expect((await acted({ due, change })).stored).toMatchObject({ state: 'failed', problem: 'no such model' });
  });

  test('whose answer is lost stays open, and is not journaled', async () => {
    const change = async () => ({ kind: 'unknown', problem: 'no answer' }) as const;
    const { stored, entries, taken } = await acted({ due, change });

    expect(stored).toMatchObject({ state: 'intended', problem: 'no answer' });
    expect(taken.get('s/model')).toEqual(stored);
    expect(entries).toEqual([]);
  });

  test('that was answered is done though the session cannot be read afterwards', async () => {
    const find = async (count: number, found: Session | undefined) => (count === 1 ? found : unread());

    expect((await acted({ due, find })).stored?.state).toBe('done');
  });

  test('fails where the session is gone afterwards', async () => {
    const find = async (count: number, found: Session | undefined) => (count === 1 ? found : undefined);

    expect((await acted({ due, find })).stored?.state).toBe('failed');
  });

  test('another error of a session ends the run', async () => {
    await expect(acted({ due, find: async () => Promise.reject(new TypeError('ours')) })).rejects.toThrow('ours');
  });

  test('still holds by what was learned of a session before: its messages, and since when it has its status', async () => {
    const quiet = aSession('s', { model: 'dear' });
    const failing = { ...quiet, lastMessages: { counted: 20, errors: 20, ofCount: 10 } };
    const waiting = { ...aSession('s', { model: 'dear', status: 'pending' }), statusSinceMs: nowMs - 3_600_000 };
    const long = { pendingMinutesMax: 30 };
    const pending = { ...quiet, status: 'pending' } as const;

    expect((await acted({ due, session: quiet, listed: failing })).changes).toHaveLength(1);
    expect((await acted({ due, session: quiet })).changes).toHaveLength(0);
    expect((await acted({ due, session: pending, listed: waiting, terms: long })).changes).toHaveLength(1);
    expect((await acted({ due, session: quiet, listed: waiting, terms: long })).changes).toHaveLength(0);
  });
});

describe('an action that an earlier run left open', () => {
  const taken = [action];

  test('is done where the session is as it was to be, and may be sent again where it is not', async () => {
    const done = await acted({ taken, session: { ...runaway, model: 'cheap' } });
    const lost = await acted({ taken });

    expect(done.stored).toMatchObject({ state: 'done', version: 2 });
    expect(done.entries).toMatchObject([{ detail: { state: 'done' } }]);
    expect(lost.stored).toMatchObject({ state: 'put-off', version: 2 });
  });

  test('fails where there is no such session any more, and stays open while it cannot be read', async () => {
    expect((await acted({ taken, session: undefined })).stored?.state).toBe('failed');
    expect((await acted({ taken, find: unread })).stored).toEqual(action);
  });

  test('waits past the deadline', async () => {
    expect((await acted({ taken, stopAtMs: nowMs })).stored).toEqual(action);
  });

  test('is taken in the same run where it was not applied', async () => {
    const { stored, changes } = await acted({ taken, due });

    expect(changes).toHaveLength(1);
    expect(stored).toMatchObject({ state: 'done', attempts: 2 });
  });
});

describe('what somebody wants back', () => {
  const wantedBack: TakenAction = { ...action, state: 'restore-wanted', by: 'ada' };
  const changed = { ...runaway, model: 'cheap' };

  test('is put back, and journaled as theirs', async () => {
    const { stored, entries, model } = await acted({ taken: [wantedBack], session: changed });

    expect(model).toBe('dear');
    expect(stored).toMatchObject({ state: 'restored', version: 3 });
    expect(entries).toMatchObject([{ kind: 'session-restored', actor: 'ada', detail: { state: 'restored' } }]);
  });

  test.for<{ readonly what: string; readonly scene: Scene }>([
    { what: 'the session is gone', scene: { session: undefined } },
    { what: 'somebody changed it since', scene: { session: { ...runaway, model: 'other' } } },
    {
      what: 'the platform refuses it',
      scene: { session: changed, change: async () => ({ kind: 'refused', problem: 'no' }) },
    },
  ])('stays where $what, with why', async ({ scene }) => {
    const { stored, entries } = await acted({ taken: [wantedBack], ...scene });

    expect(stored).toMatchObject({ state: 'kept', problem: expect.stringMatching(/./u) });
    expect(entries).toMatchObject([{ kind: 'session-restored', detail: { state: 'kept' } }]);
  });

  test('waits while the session cannot be read, or somebody else acts on it', async () => {
    expect((await acted({ taken: [wantedBack], session: changed, find: unread })).stored).toEqual(wantedBack);
    const busy = await acted({ taken: [], session: changed, putAction: async () => false });
    expect(busy.changes).toEqual([]);
  });

  test('is on its way until its outcome is known, and is found to be back by a later run', async () => {
    const change = async () => ({ kind: 'unknown', problem: 'no answer' }) as const;
    const lost = await acted({ taken: [wantedBack], session: changed, change });
    expect(lost.stored).toMatchObject({ state: 'restoring', version: 2 });
    expect(lost.entries).toEqual([]);

    const later = await acted({ taken: [{ ...wantedBack, state: 'restoring' }] });
    expect(later.stored?.state).toBe('restored');
    expect(later.changes).toEqual([]);
  });

  test('is back where the answer came, though the session cannot be read afterwards', async () => {
    const find = async (count: number, found: Session | undefined) => (count === 1 ? found : unread());

    expect((await acted({ taken: [wantedBack], session: changed, find })).stored?.state).toBe('restored');
    const change = async () => ({ kind: 'unknown', problem: 'no answer' }) as const;
    expect((await acted({ taken: [wantedBack], session: changed, find, change })).stored?.state).toBe('restoring');
  });
});
