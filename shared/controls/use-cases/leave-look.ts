import { isSettled } from '../../notifications/conditions/condition-state.ts';
import type { AlertStore } from '../../notifications/ports.ts';
import { countsUntil, isOfHistory, type LastLook } from '../history/last-look.ts';
import type { WatchState } from '../history/watch-state.ts';
import { openAlarmConditions } from './alarm-conditions.ts';
import { comparisonDue } from './decide-history.ts';
import type { WatchWork } from './watch-work.ts';

/**
 * What a run's heartbeat may claim so that the next run need not look again: nothing is pending or due, and the open
 * conditions follow from the history. `after`: the newest link, read before the tables.
 */
export async function lookOf(
  work: WatchWork,
  state: WatchState,
  { served, after }: Pick<LastLook, 'after' | 'served'>,
): Promise<LastLook | undefined> {
  const { ports, at } = work;
  const isLeft =
    state.intent !== undefined ||
    state.failingSince !== undefined ||
    (await comparisonDue(work, state, false)) !== undefined ||
    !(await openAlarmConditions(work)).every(({ observation }) => isOfHistory(observation)) ||
    (await ports.alerts.listPending('controls')).length > 0;
  if (isLeft) {
    return undefined;
  }
  const expiries = (await ports.decisions.listExceptions()).map(({ expires }) => expires);
  return { version: state.version, served, at, until: countsUntil(at, expiries), after };
}

export interface AlertsWatched {
  readonly alerts: AlertStore;
  readonly isLeft: () => boolean;
}

/** The same alerts, and whether anything written to them stays open: their index is eventually consistent. */
export function alertsWatched(alerts: AlertStore): AlertsWatched {
  const left = new Set<string>();
  return {
    isLeft: () => left.size > 0,
    alerts: {
      ...alerts,
      async put(states) {
        for (const state of states) {
          const isKnown = isSettled(state) || (state.kind === 'observed' && isOfHistory(state.observation));
          left[isKnown ? 'delete' : 'add'](`state ${state.conditionId}`);
        }
        await alerts.put(states);
      },
      async enqueue(notifications) {
        notifications.forEach(({ notificationId }) => left.add(notificationId));
        await alerts.enqueue(notifications);
      },
      async settle(notificationIds) {
        await alerts.settle(notificationIds);
        notificationIds.forEach((id) => left.delete(id));
      },
    },
  };
}
