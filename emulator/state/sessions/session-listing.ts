import type { World } from '../../api/world.ts';
import { dayNumberAt, firstWhere, MINUTE_MS, MINUTES_PER_DAY } from '../clock.ts';
import { randomOf } from '../random.ts';
import type { PlantedSessions } from './drawn/planted-sessions.ts';
import { listedDaysOf, originsOfDay, specialDaysMax, specialsOf } from './drawn/session-calendar.ts';
import { minuteReaching, type PlanContext, type SessionPlan, sessionPlan, successorOf } from './drawn/session-plan.ts';
import type { CreatedSession } from './session-view.ts';

/** Newest first. */
export interface ListedSessions {
  readonly sessions: readonly CreatedSession[];
  /** -1 for an unlisted session. */
  readonly placeOf: (sessionId: string) => number;
}

export function listOf(sessions: readonly CreatedSession[]): ListedSessions {
  const places = new Map(sessions.map(({ plan }, place) => [plan.sessionId, place]));
  return { sessions, placeOf: (sessionId) => places.get(sessionId) ?? -1 };
}

interface ListingSources {
  readonly world: World;
  readonly context: PlanContext;
  readonly planted: PlantedSessions;
  /** Changes with every archived session. */
  archivings(): number;
}

interface Snapshot {
  readonly key: string;
  /** Including those created later today, as known now. */
  readonly whole: ListedSessions;
  listed: ListedSessions;
}

/** Regenerated only when an input changes: a list of many thousands is paged through in one snapshot. */
export function sessionListing(sources: ListingSources): {
  /** Created by a moment (Unix ms) and still listed. */
  at(asOfMs: number): ListedSessions;
  find(sessionId: string, asOfMs: number): CreatedSession | undefined;
} {
  const { world } = sources;
  const daily = dailySessions(sources);
  const specialOn = specialsOf(world);
  let snapshot: Snapshot | undefined;

  const snapshotAt = (asOfMs: number): Snapshot => {
    const today = dayNumberAt(asOfMs);
    const { demand, limits, clock } = world;
    const key = [today, dayNumberAt(clock.now()), demand.revision(), limits.revision(), sources.archivings()].join();
    if (snapshot?.key !== key) {
      snapshot = drawnSnapshot(key, { today, daily, specialOn, sources });
    }
    return snapshot;
  };
  return {
    at(asOfMs) {
      const shot = snapshotAt(asOfMs);
      const { sessions } = shot.whole;
      const first = firstWhere(0, sessions.length, (at) => (sessions[at]?.createdMs ?? 0) <= asOfMs);
      const count = sessions.length - first;
      if (count !== shot.listed.sessions.length) {
        shot.listed = listOf(sessions.slice(first));
      }
      return shot.listed;
    },
    find(sessionId, asOfMs) {
      const { whole } = snapshotAt(asOfMs);
      const found = whole.sessions[whole.placeOf(sessionId)];
      return found !== undefined && found.createdMs <= asOfMs ? found : undefined;
    },
  };
}

function drawnSnapshot(
  key: string,
  {
    today,
    daily,
    specialOn,
    sources,
  }: {
    readonly today: number;
    readonly daily: (day: number) => readonly CreatedSession[];
    readonly specialOn: ReturnType<typeof specialsOf>;
    readonly sources: ListingSources;
  },
): Snapshot {
  const { context, planted, world } = sources;
  const firstDay = today - listedDaysOf(world.size) + 1;
  const days = range(firstDay, today).flatMap(daily);
  const several = range(firstDay - specialDaysMax, today)
    .flatMap((day) => specialOn(day) ?? [])
    .filter(({ stretch }) => stretch.until > firstDay * MINUTES_PER_DAY)
    .concat(planted.origins())
    .flatMap((origin) => createdOf(context, sessionPlan(context, origin)));
  const begun = [...days, ...several];
  const all = [...begun, ...begun.flatMap(({ plan }) => successorsOf(context, plan))];
  const sessions = all.sort((a, b) => b.createdMs - a.createdMs || (a.plan.sessionId < b.plan.sessionId ? -1 : 1));
  const whole = listOf(sessions);
  return { key, whole, listed: whole };
}

/** A day's sessions, cached: past days change only with posted demand. */
function dailySessions({ world, context }: ListingSources): (day: number) => readonly CreatedSession[] {
  const kept = new Map<number, { readonly key: string; readonly sessions: readonly CreatedSession[] }>();
  const specialOn = specialsOf(world);
  return (day) => {
    const isOver = day < dayNumberAt(world.clock.now());
    const key = [world.demand.revision(), isOver ? 'over' : world.limits.revision()].join();
    const known = kept.get(day);
    if (known?.key === key) {
      return known.sessions;
    }
    const sessions = originsOfDay(world, day, specialOn).flatMap((origin) =>
      createdOf(context, sessionPlan(context, origin)),
    );
    kept.set(day, { key, sessions });
    for (const former of kept.keys()) {
      if (former < day - keptDaysMax) {
        kept.delete(former);
      }
    }
    return sessions;
  };
}

const keptDaysMax = 40;

function createdOf(context: PlanContext, plan: SessionPlan): readonly CreatedSession[] {
  const createdMs = plan.createdMs ?? firstCreditMs(context, plan);
  const ofChildren = plan.children.flatMap((child) => createdOf(context, child));
  return createdMs === undefined ? ofChildren : [{ plan, createdMs }, ...ofChildren];
}

const headStartSecondsMax = 40;

function firstCreditMs({ seed }: PlanContext, plan: SessionPlan): number | undefined {
  const minute = minuteReaching(plan, 1);
  return minute === undefined
    ? undefined
    : (minute - 1) * MINUTE_MS + randomOf(seed, 'created', plan.label).integer(0, headStartSecondsMax) * 1_000;
}

/** The owner of an archived session continues in another, unless it was planted with its own credits. */
function successorsOf(context: PlanContext, plan: SessionPlan): readonly CreatedSession[] {
  const isCutShort = context.stopOf(plan.sessionId) < plan.stretch.until;
  if (!isCutShort || plan.plantedId !== undefined || plan.character === 'child') {
    return [];
  }
  const successor = successorOf(context, plan);
  return [...createdOf(context, successor), ...successorsOf(context, successor)];
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
