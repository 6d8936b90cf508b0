import { memoryRecordStore } from '../../../shared/kernel/records/store/memory-record-store.ts';
import { editRecord } from '../../../shared/kernel/records/use-cases/edit-record.ts';
import { memorySessionStore } from '../../../shared/kernel/runs/store/memory-watcher-stores.ts';
import { sessionPolicyRecord } from '../../../shared/sessions/contract/session-policy.ts';
import { sessionPolicyKind, type SessionPolicyTerms } from '../../../shared/sessions/session-policy.ts';
import type { Session } from '../../../shared/sessions/session.ts';
import { watchSessions } from '../../../shared/sessions/use-cases/watch-sessions.ts';
import { Settings } from '../../../shared/settings/contract/settings.ts';
import { memorySessionSource } from '../../support/session-source.ts';
import { aroundPorts, type Around } from '../around-ports.ts';
import { interruption, type Stop } from '../sudden-end.ts';
import { hourMs, virtualClock } from '../virtual-clock.ts';
import { watcherStores } from '../watcher-stores.ts';

export const startMs = Date.parse('2026-03-02T08:00:00Z');

export function aSession(facts: Partial<Session> & Pick<Session, 'sessionId'>): Session {
  return {
    createdAtMs: startMs - hourMs,
    updatedAtMs: startMs - 60_000,
    messageCount: 10,
    childIds: [],
    status: 'running',
    ...facts,
  };
}

/** A runaway, with tags of somebody else, on a dear model, beside an ordinary session. */
export const runaway = aSession({
  sessionId: 's-runaway',
  inclusiveCredits: 5_000,
  model: 'dear',
  tags: [{ name: 'team', metadata: { name: 'payments' } }],
});
export const ordinary = aSession({ sessionId: 's-ordinary', inclusiveCredits: 10 });

export const everything: SessionPolicyTerms = {
  name: 'everything',
  actions: ['tag', 'compaction', 'model'],
  toModel: 'cheap',
  mode: 'act',
};

export type SessionsWorld = Awaited<ReturnType<typeof aSessionsWorld>>;

/** A world with sessions and policies, and a ceiling of 1,000 credits. */
export async function aSessionsWorld(
  policies: readonly SessionPolicyTerms[] = [everything],
  sessions: readonly Session[] = [runaway, ordinary],
) {
  const clock = virtualClock(startMs);
  const platform = memorySessionSource(sessions);
  const stores = watcherStores();
  const { journal, ids } = stores;
  const store = memoryRecordStore(journal, sessionPolicyRecord);
  for (const after of policies) {
    const author = { name: 'ann', at: new Date(startMs).toISOString(), way: 'command' } as const;
    await editRecord({ kind: sessionPolicyKind, store, ids }, { kind: 'add', after }, author);
  }
  const ports = {
    ...stores,
    clock,
    known: memorySessionStore(),
    policies: store,
    sessions: platform,
  };
  const settings = Settings.parse({ admins: ['admin@acme.example'], sessions: { ceilingCredits: 1_000 } });
  return { clock, platform, ports, settings, runs: 0 };
}

/** One run at the present moment of the world's clock. */
export async function watch(
  world: SessionsWorld,
  { around, dryRun = false }: { readonly around?: Around; readonly dryRun?: boolean } = {},
) {
  world.runs += 1;
  const { clock, ports, settings } = world;
  const atMs = clock.now();
  const order = {
    runId: `sessions-${new Date(atMs).toISOString()}-${world.runs}`,
    atMs,
    dryRun,
    stopAtMs: atMs + hourMs,
  };
  return watchSessions(around === undefined ? ports : aroundPorts(ports, around), settings, order);
}

export async function watchLater(world: SessionsWorld, hours = 1) {
  world.clock.moveBy(hours * hourMs);
  return watch(world);
}

/** One run that is disturbed at one of its effects; gives the names of those that it came to. */
export async function disturbedRun(world: SessionsWorld, stop?: Stop): Promise<readonly string[]> {
  const { around, death, effects } = interruption(stop);
  const run = watch(world, { around }).catch((error: unknown) => {
    if (!(error instanceof Error) || error.name === 'InvariantError') {
      throw error;
    }
    return 'threw';
  });
  await Promise.race([run, death]);
  return effects;
}
