import type { StopFacts, WayOn } from '../conditions/condition-event.ts';
import type { ConditionState } from '../conditions/condition-state.ts';
import { isReachable, type Routing } from '../routing.ts';
import { causeKey, type StopObservation, stopConditionId, type StopsSeen, watchStop } from './stop-condition.ts';

/** Trying one person takes some eight plans: few are tried, the fewer the larger the organization; past this size none. */
const peopleTriedTimesAll = 15_000;
const peopleTriedMax = 10;

/**
 * Adds what lets people work again to those stops whose commands are notified: one of each cause that stops another
 * person, most people first, and the unreachable, for their stand-ins. `known`: the stored conditions.
 */
export function stopsWithWays(
  seen: StopsSeen,
  { known, at, routing }: { readonly known: readonly ConditionState[]; readonly at: string; readonly routing: Routing },
  tryWays: (stop: StopFacts) => readonly WayOn[],
): StopsSeen {
  const states = new Map(known.map((state) => [state.conditionId, state]));
  const moment = { at, today: at.slice(0, 10) };
  const fresh = seen.stopped.filter((each) => {
    const state = states.get(stopConditionId(each.stop.user));
    return watchStop(state?.kind === 'stop' ? state : undefined, each, moment).events.length > 0;
  });
  const groups = [...Map.groupBy(fresh, ({ stop }) => causeKey(stop)).values()].toSorted((a, b) => b.length - a.length);
  const shown = [
    ...groups.flatMap((people) => people.slice(0, 1)),
    ...fresh.filter(({ stop }) => !isReachable(stop.user.email, routing)),
  ].filter(({ stop }) => stop.isLeftOver !== true);
  const triesMax = Math.min(peopleTriedMax, Math.floor(peopleTriedTimesAll / Math.max(1, seen.people.size)));
  const tried = new Map<StopObservation, StopObservation>(
    [...new Set(shown)]
      .slice(0, triesMax)
      .map((each) => [each, { ...each, stop: { ...each.stop, ways: tryWays(each.stop) } }]),
  );
  return { ...seen, stopped: seen.stopped.map((each) => tried.get(each) ?? each) };
}
