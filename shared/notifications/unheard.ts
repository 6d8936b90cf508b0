import type { Day } from '../kernel/time/day.ts';
import { describeCondition } from './compose/describe-notification.ts';
import { hasExpired } from './conditions/acknowledge.ts';
import { openObserved, openUse } from './conditions/come-back.ts';
import { isInAlarm, type ConditionState } from './conditions/condition-state.ts';
import { notificationsOf } from './notification.ts';
import { routeTo, type Routing } from './routing.ts';
import { compareSeverity, isGrave, type Severity } from './severity.ts';

export interface Grave {
  readonly severity: Severity;
  readonly headline: string;
}

/** Returns serious, unacknowledged conditions in alarm that have no reachable recipient. */
export function unheardConditions(states: readonly ConditionState[], routing: Routing, at: string): readonly Grave[] {
  return states
    .filter((state) => isInAlarm(state) && !isAcknowledged(state, at.slice(0, 10)))
    .map((state) => ({ state, ...describeCondition(state) }))
    .filter(({ state, severity }) => isGrave(severity) && !reachesAnybody(state, routing, at))
    .map(({ severity, headline }) => ({ severity, headline }));
}

export function describeUnheard(unheard: readonly Grave[], { admins }: Routing): string | undefined {
  const grave = unheard.filter(({ severity }) => isGrave(severity));
  const [worst] = grave.toSorted((a, b) => compareSeverity(a.severity, b.severity));
  if (worst === undefined) {
    return undefined;
  }
  const more = grave.length === 1 ? '' : ` and ${grave.length - 1} more`;
  const remedy =
    admins.length === 0
      ? 'no admin is set: name one in the settings (admins: ["you@example.com"])'
      : 'mail reaches no recipient: see "npx curfew alerts unreachable list", or name others in the settings (alerts.fallback)';
  return `No one was notified of this ${worst.severity} alert${more}: ${worst.headline.replace(/\.$/, '')}. The reason: ${remedy}`;
}

function isAcknowledged({ acknowledged }: ConditionState, today: Day): boolean {
  return acknowledged !== undefined && !hasExpired(acknowledged, today);
}

function reachesAnybody(state: ConditionState, routing: Routing, at: string): boolean {
  switch (state.kind) {
    case 'use':
      return notificationsOf(openUse(state, state.conditionId), at, routing).length > 0;
    case 'observed':
      return notificationsOf(openObserved(state, state.conditionId), at, routing).length > 0;
    case 'stop':
    case 'forecast':
      return routeTo([], routing).length > 0;
  }
}
