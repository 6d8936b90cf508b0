import { windowAt } from '../../../shared/budgets/window.ts';
import { addDays, type Day } from '../../../shared/kernel/time/day.ts';
import type { ConditionState, ObservedState } from '../../../shared/notifications/conditions/condition-state.ts';
import {
  type ConditionDecision,
  decideConditions,
  type Observations,
} from '../../../shared/notifications/conditions/decide-conditions.ts';
import type { ForecastObservation } from '../../../shared/notifications/conditions/forecast-condition.ts';
import type { UseObservation } from '../../../shared/notifications/conditions/use-observation.ts';
import type { ConditionNotification } from '../../../shared/notifications/notification.ts';
import { type Observation, observedConditionId } from '../../../shared/notifications/observation.ts';
import type { Routing } from '../../../shared/notifications/routing.ts';

export const march = windowAt('month', '2026-03-10', { anchorDay: 1 });

export const routing: Routing = { admins: ['admin@example.com'], fallback: [], unreachable: new Set() };

export const ada = { userId: 'u-ada', email: 'ada@example.com' };

/** Ada's own budget of 1,000 credits for March. */
export function aUse(over: Partial<UseObservation> = {}): UseObservation {
  return {
    basis: 'budget',
    scope: { kind: 'user', email: 'ada@example.com' },
    user: ada,
    window: march,
    mode: 'enforce',
    amount: { kind: 'credits', credits: 1_000 },
    topUpCredits: 0,
    usedCredits: 0,
    thresholds: [50, 80, 100],
    owners: ['lead@example.com'],
    ...over,
  };
}

/** The organization's budget of 1,000 credits for March. */
export function anOrgUse(over: Partial<UseObservation> = {}): UseObservation {
  const { user: _, ...use } = aUse({ scope: { kind: 'org' } });
  return { ...use, ...over };
}

export function aForecast(
  expectedCredits: number,
  over: { readonly usedCredits?: number; readonly amountCredits?: number } = {},
): ForecastObservation {
  const usedCredits = over.usedCredits ?? 100;
  return {
    scope: { kind: 'org' },
    amountCredits: over.amountCredits ?? 1_000,
    owners: ['lead@example.com'],
    forecast: {
      kind: 'forecast',
      window: march,
      dataThrough: '2026-03-09',
      usedCredits,
      expectedCredits,
      lowCredits: expectedCredits - 50,
      highCredits: expectedCredits + 50,
      restSpreadShare: 0.1,
    },
  };
}

export function anObservation(over: Partial<Observation> = {}): Observation {
  return {
    topic: 'uncappable',
    key: 'u-bob',
    fingerprint: 'no-email',
    severity: 'medium',
    owners: [],
    notifiesAdmins: true,
    headline: 'User u-bob cannot be capped',
    details: ['12 credits used this window.'],
    resolvedHeadline: 'User u-bob can be capped now',
    resolvesAfterNights: 1,
    ...over,
  };
}

/** The stored state of a condition that is open. */
export function anObservedState(observation: Observation, over: Partial<ObservedState> = {}): ObservedState {
  return {
    kind: 'observed',
    conditionId: observedConditionId(observation),
    asOf: '2026-03-10T02:30:00.000Z',
    phase: 'in-alarm',
    observation,
    occurrence: 1,
    notifiedFingerprints: [],
    changes: 0,
    ...over,
  };
}

/** A run that has looked at everything and found nothing. */
export const nothingFound = {
  invalid: [],
  invalidGrants: [],
  teams: { invalid: [], doubles: [] },
  troubled: [],
  budgets: [],
  followed: [],
  users: [],
  records: [],
  recordsBefore: [],
  caps: { kind: 'decided', uncappable: [] },
  unlimitedCredits: 1_000_000_000_000,
} as const;

/** What a run at 02:30 of a day sees; everything through the day before is known. */
export function onEnforcementRun(today: Day, over: Partial<Observations> = {}): Observations {
  return {
    at: `${today}T02:30:00.000Z`,
    dataThrough: addDays(today, -1),
    uses: [],
    forecasts: [],
    observed: [],
    lookedFor: { uncappable: 'all', anomaly: 'all', 'guard-held': 'all' },
    ...over,
  };
}

/** The stored states after a decision: changed ones replaced, all others as they were. */
export function storedAfter(states: readonly ConditionState[], decision: ConditionDecision): readonly ConditionState[] {
  const byId = new Map(states.map((state) => [state.conditionId, state]));
  decision.states.forEach((state) => byId.set(state.conditionId, state));
  return [...byId.values()];
}

interface Played {
  readonly states: readonly ConditionState[];
  /** By night. */
  readonly told: readonly (readonly ConditionNotification[])[];
}

/** Runs several nights, each on the states that the one before has left. */
export function play(nights: readonly Observations[], routes: Routing = routing): Played {
  return nights.reduce<Played>(
    ({ states, told }, night) => {
      const decision = decideConditions(night, states, routes);
      return { states: storedAfter(states, decision), told: [...told, [...decision.notifications.values()].flat()] };
    },
    { states: [], told: [] },
  );
}

/** What happened, and who was told: `use-crossed lead@example.com 50+80`. */
export function brief({ event, recipient }: ConditionNotification): string {
  const lines = 'facts' in event ? ` ${[...new Set([...event.ownerLines, ...event.userLines])].join('+')}` : '';
  return `${event.kind} ${recipient}${lines}`;
}
