import { memoryLiveStore } from '../../../shared/enforcement/memory-store.ts';
import type { EnforcementPorts } from '../../../shared/enforcement/use-cases/enforcement-work.ts';
import { memorySessionStore } from '../../../shared/kernel/runs/store/memory-watcher-stores.ts';
import type { LiveStore } from '../../../shared/live/ports.ts';
import { giveLive } from '../../../shared/live/use-cases/give-live.ts';
import type { LivePorts, LiveSettings } from '../../../shared/live/use-cases/live-work.ts';
import type { Session } from '../../../shared/sessions/session.ts';
import { partOf } from '../../support/part-of.ts';
import { memorySessionSource } from '../../support/session-source.ts';
import type { Stores } from '../enforcement-world.ts';
import { hourMs } from '../virtual-clock.ts';
import type { AttackedPlatform } from './attacked-platform.ts';
import { dayAt, plusDays } from './calendar.ts';

/** Looks between the nights: what sessions used so far, and whose they are. */
export class Looks {
  readonly live: LiveStore = memoryLiveStore();
  readonly #known = memorySessionStore();
  readonly #platform: AttackedPlatform;
  readonly #settings: LiveSettings;

  constructor(platform: AttackedPlatform, settings: LiveSettings) {
    this.#platform = platform;
    this.#settings = settings;
  }

  async look(ports: EnforcementPorts & Stores, runId: string): Promise<void> {
    const sessions = this.#sessions();
    const hints = sessions.map(({ sessionId, updatedAtMs }) => ({
      userId: sessionId.slice(0, sessionId.indexOf('/')),
      sessionId,
      event: 'Stop' as const,
      atMs: updatedAtMs,
    }));
    const livePorts: LivePorts = {
      ...ports,
      live: this.live,
      sessions: memorySessionSource(sessions),
      known: this.#known,
      hints: partOf<LivePorts['hints']>({
        listSince: async (sinceMs) => Promise.resolve(hints.filter((hint) => hint.atMs >= sinceMs)),
        listVisitsSince: async () => Promise.resolve([]),
      }),
      signIns: { listSince: async () => Promise.resolve([]) },
      fleet: partOf<LivePorts['fleet']>({
        read: async () => Promise.resolve({ records: [], approvals: [], facts: { words: {} } }),
      }),
    };
    const atMs = ports.clock.now();
    await giveLive(livePorts, this.#settings, { runId, atMs, stopAtMs: atMs + hourMs });
  }

  /** A session of each account and day of the last fortnight. */
  #sessions(): readonly Session[] {
    const { accounts, nowMs } = this.#platform;
    const first = plusDays(dayAt(nowMs), -13);
    return accounts.flatMap(({ userId, usedOn }) =>
      [...usedOn].flatMap(([day, credits]): readonly Session[] => {
        const endMs = Date.parse(plusDays(day, 1));
        const session = {
          sessionId: `${userId}/${day}`,
          createdAtMs: Date.parse(day),
          updatedAtMs: Math.min(nowMs, endMs),
          messageCount: 1,
          childIds: [],
          ownCredits: credits,
          ...(endMs <= nowMs && { completedAtMs: endMs }),
        };
        return credits === 0 || day < first ? [] : [session];
      }),
    );
  }
}
