import { memorySessionStore } from '../../../../shared/kernel/runs/store/memory-watcher-stores.ts';
import type { SessionPolicyTerms } from '../../../../shared/sessions/session-policy.ts';
import type { Session } from '../../../../shared/sessions/session.ts';
import type { SessionPorts, SessionSettings, SessionWork } from '../../../../shared/sessions/use-cases/session-work.ts';
import { partOf } from '../../../support/part-of.ts';
import { memorySessionSource } from '../../../support/session-source.ts';
import { aTablesWorld } from '../../../support/tables-world.ts';

export const at = '2026-03-15T02:30:00.000Z';
export const nowMs = Date.parse(at);
export const hourMs = 3_600_000;

export function aSession(sessionId: string, said: Partial<Session> = {}): Session {
  return {
    sessionId,
    createdAtMs: nowMs - hourMs,
    updatedAtMs: nowMs - 60_000,
    messageCount: 10,
    childIds: [],
    status: 'running',
    ...said,
  };
}

const stamp = { version: 1, updatedBy: 'ada', updatedAt: '2026-03-01T00:00:00.000Z' };

interface Scene {
  readonly sessions?: readonly Session[];
  readonly policies?: readonly SessionPolicyTerms[];
  readonly terms?: Partial<SessionSettings['sessions']>;
  readonly stopAtMs?: number;
}

/** Sessions of a platform, and a run that looks at them; past 1,000 credits they are over the ceiling. */
export async function sessionTables({ sessions = [], policies = [], terms = {}, stopAtMs = Infinity }: Scene = {}) {
  const { ports: tables } = await aTablesWorld();
  const platform = memorySessionSource(sessions);
  const asked: string[] = [];
  const clock = { ms: nowMs, now: () => clock.ms };
  const ports = {
    ...tables,
    clock,
    known: memorySessionStore(),
    policies: partOf<SessionPorts['policies']>({
      list: async () => ({ records: policies.map((policy) => ({ ...policy, ...stamp })), invalid: [] }),
    }),
    sessions: {
      ...platform,
      find: async (sessionId: string) => {
        asked.push(sessionId);
        return platform.find(sessionId);
      },
    },
  } satisfies SessionPorts;
  const settings: SessionSettings = {
    admins: ['admin@acme.example'],
    alerts: { fallback: [], unreachable: [], quietHours: [], digest: [] },
    sessions: {
      ceilingCredits: 1_000,
      unusualSpreads: 1_000,
      runningHoursMax: 1_000,
      pendingMinutesMax: 100_000,
      errorMessagesMin: 5,
      asksMax: 100,
      messageReadsMax: 100,
      actionsMax: 100,
      ...terms,
    },
  };
  const order = { runId: 'sessions-1', atMs: nowMs, stopAtMs };
  const run = { runId: 'sessions-1', at, today: '2026-03-15' };
  const work: SessionWork = { ports, run, settings, order, aheadMs: 0 };
  return { ports, platform, clock, settings, order, work, asked };
}
