import { memoryLiveStore } from '../../../shared/enforcement/memory-store.ts';
import type { EnforcementPorts } from '../../../shared/enforcement/use-cases/enforcement-work.ts';
import { runIdOf } from '../../../shared/kernel/runs/run-id.ts';
import { memorySessionStore } from '../../../shared/kernel/runs/store/memory-watcher-stores.ts';
import { addDays, daysOf, dayOf, startOfDayMs, type Day } from '../../../shared/kernel/time/day.ts';
import type { LiveTerms } from '../../../shared/live/live-status.ts';
import type { LiveStore } from '../../../shared/live/ports.ts';
import { giveLive } from '../../../shared/live/use-cases/give-live.ts';
import type { LivePorts } from '../../../shared/live/use-cases/live-work.ts';
import type { SessionStore } from '../../../shared/sessions/ports.ts';
import type { Session } from '../../../shared/sessions/session.ts';
import { partOf } from '../../support/part-of.ts';
import { memorySessionSource } from '../../support/session-source.ts';
import { anEnforcementWorld, instantOf, invoke, type EnforcementWorld, type Scenario } from '../enforcement-world.ts';
import { hourMs } from '../virtual-clock.ts';

/** An organization whose sessions show what everybody consumes, hour by hour. */
export interface LiveWorld extends EnforcementWorld {
  readonly live: LiveStore;
  readonly known: SessionStore;
  readonly terms: LiveTerms;
  /** Whose sessions hooks tell of, by user id; those of everybody when absent. */
  hooked?: ReadonlySet<string>;
  /** What the platform's list leaves out, by user id. */
  readonly unlisted: Set<string>;
  /** Whom a hint names in place of the owner, by user id. */
  readonly mistaken: Map<string, string>;
  /** Who has signed in today, by user id. */
  readonly signedIn: Set<string>;
}

export const liveOn: LiveTerms = {
  mode: 'on',
  shadowDays: 2,
  errorPercent: 25,
  slackCredits: 0,
  capPercent: 0,
  totalsLagMinutes: 0,
  eveningReturn: 'seen',
};

export function aLiveWorld(scenario: Scenario, terms: LiveTerms = liveOn): LiveWorld {
  const settings = { ...scenario.settings, live: terms };
  return {
    ...anEnforcementWorld({ ...scenario, settings }),
    live: memoryLiveStore(),
    known: memorySessionStore(),
    terms,
    unlisted: new Set(),
    mistaken: new Map(),
    signedIn: new Set(),
  };
}

/** A session of each person and day of the last two weeks, with what was consumed of it so far. */
function sessionsOf({ clock, platform }: LiveWorld): readonly Session[] {
  const today = dayOf(clock.now());
  return daysOf({ from: addDays(today, -13), through: today }).flatMap((day) =>
    [...platform.truth(day)].flatMap(([userId, credits]): readonly Session[] =>
      credits === 0
        ? []
        : [
            {
              sessionId: `${userId}/${day}`,
              createdAtMs: startOfDayMs(day),
              updatedAtMs: Math.min(clock.now(), startOfDayMs(addDays(day, 1))),
              messageCount: 1,
              childIds: [],
              ownCredits: credits,
              ...(day < today && { completedAtMs: startOfDayMs(addDays(day, 1)) }),
            },
          ],
    ),
  );
}

/** Whose session it is. */
export function ownerOf(sessionId: string): string {
  return sessionId.slice(0, sessionId.indexOf('/'));
}

/** One run of `live` at the present moment: that of the hour, or one that hooks started. */
export async function look(
  world: LiveWorld,
  alter: (ports: LivePorts) => LivePorts = (ports) => ports,
  schedule = 'hourly',
) {
  const { clock, stores, platform, live, settings, terms, hooked, mistaken, unlisted, signedIn } = world;
  const atMs = clock.now();
  const runId = runIdOf('live', atMs, schedule);
  const { limitWriter, platformTime } = platform.calledBy({ runId, asOfMs: atMs });
  const sessions = sessionsOf(world);
  const source = memorySessionSource(sessions.filter(({ sessionId }) => !unlisted.has(ownerOf(sessionId))));
  const hints = sessions.flatMap(({ sessionId, updatedAtMs }) => {
    const owner = ownerOf(sessionId);
    const userId = mistaken.get(owner) ?? owner;
    return hooked === undefined || hooked.has(owner)
      ? [{ userId, sessionId, event: 'Stop' as const, atMs: updatedAtMs }]
      : [];
  });
  const ports = alter({
    ...stores,
    clock,
    live,
    known: world.known,
    limitWriter,
    platformTime,
    // What the list leaves out is there all the same.
    sessions: { ...source, find: async (id) => Promise.resolve(sessions.find(({ sessionId }) => sessionId === id)) },
    hints: partOf<LivePorts['hints']>({
      listSince: async (sinceMs) => Promise.resolve(hints.filter((hint) => hint.atMs >= sinceMs)),
      listVisitsSince: async () => Promise.resolve([]),
    }),
    signIns: { listSince: async () => Promise.resolve([...signedIn]) },
    fleet: partOf<LivePorts['fleet']>({
      read: async () => Promise.resolve({ records: [], approvals: [], facts: { words: {} } }),
    }),
  });
  return giveLive(ports, { ...settings, live: terms }, { runId, atMs, stopAtMs: atMs + hourMs });
}

/** At these hours a look every two hours keeps the last one fresh. */
export const everyOtherHour = Array.from({ length: 12 }, (_, index) => 2 * index + 1);
/** Those alone that mark where days begin. */
export const beforeMidnight = [23];

/** A whole day: the nightly run at 02:30, and looks ten minutes before the end of some hours. */
export async function liveDay(world: LiveWorld, day: Day, hours: readonly number[]): Promise<void> {
  for (const hour of [1, ...hours.filter((each) => each > 1)]) {
    if (hours.includes(hour)) {
      world.clock.moveTo(startOfDayMs(day) + hour * hourMs + 50 * 60_000);
      await look(world);
    }
    if (hour === 1) {
      await night(world, day);
    }
  }
}

/** The nightly run of a day, which knows what is to be left to give. */
export async function night(
  world: LiveWorld,
  day: Day,
  stores: Partial<Pick<EnforcementPorts, 'ledger' | 'users' | 'limits'>> & {
    readonly live?: EnforcementPorts['live'];
  } = {},
) {
  world.clock.moveTo(instantOf(day));
  const runId = runIdOf('enforce', instantOf(day), 'nightly');
  return invoke(world, {
    runId,
    at: day,
    alter: (ports) => ({ ...ports, live: world.live, ...stores }) as EnforcementPorts,
  });
}
