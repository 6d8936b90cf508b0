import { formatScope, type Scope, teamIn } from '../budgets/scope.ts';
import { type ConditionEvent, isStop, isUse } from './conditions/condition-event.ts';

/** What an event is about that has a page of its own in the console: a budget, or a person. */
type EventPage = { readonly path: string } & ({ readonly scope: Scope } | { readonly email: string });

/** A person's own and inherited budgets have the person's page, where one person is meant. */
export function pageOf(event: ConditionEvent): EventPage | undefined {
  const scope = scopeOfEvent(event);
  const email = scope !== undefined && teamIn(scope) !== undefined ? undefined : emailOf(event, scope);
  if (email !== undefined) {
    return { path: `/people/${encodeURIComponent(email)}`, email };
  }
  return scope && { path: `/budgets/${encodeURIComponent(formatScope(scope))}`, scope };
}

/** The budget of a team, or of its members, that an event is about: its owners read that team. */
export function teamBudgetOf(event: ConditionEvent): Scope | undefined {
  const scope = scopeOfEvent(event);
  return scope === undefined || teamIn(scope) === undefined ? undefined : scope;
}

/** The scope of the budget that an event is about. */
export function scopeOfEvent(event: ConditionEvent): Scope | undefined {
  if ('observation' in event) {
    return event.observation.scope;
  }
  return isUse(event) ? event.facts.scope : isStop(event) ? event.stop.scope : event.scope;
}

function emailOf(event: ConditionEvent, scope: Scope | undefined): string | undefined {
  if (scope?.kind === 'user') {
    return scope.email;
  }
  if ('observation' in event) {
    return event.observation.person;
  }
  return isUse(event) ? event.facts.user?.email : isStop(event) ? event.stop.user.email : event.user?.email;
}
