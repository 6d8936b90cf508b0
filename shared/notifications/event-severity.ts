import { isPoolScope } from '../budgets/scope.ts';
import { type ConditionEvent, isStop, isUse, type UseEvent } from './conditions/condition-event.ts';
import type { Severity } from './severity.ts';

/** How grave an event is for one who reads it in a role. */
export function severityOf(event: ConditionEvent, role: 'user' | 'owner' | 'admin'): Severity {
  switch (event.kind) {
    case 'use-crossed':
      return crossingSeverity(event, role);
    case 'person-stopped':
      return 'high';
    case 'person-freed':
    case 'use-resolved':
    case 'use-reset':
    case 'use-ended':
    case 'forecast-resolved':
    case 'condition-resolved':
      return 'info';
    case 'forecast-raised':
      return 'medium';
    case 'condition-raised':
    case 'condition-changed':
      return event.observation.severity;
  }
}

/**
 * Stopping a team or the organization is critical; stopping one person is high for that person. That a pool is near its
 * end is one alert for others, which its own threshold raises: the warning of each member asks nothing of them.
 */
function crossingSeverity({ facts, ownerLines, userLines, hasEnded }: UseEvent, role: string): Severity {
  if (facts.basis === 'share' && role !== 'user') {
    return 'low';
  }
  const highest = Math.max(0, ...ownerLines, ...userLines);
  if (hasEnded) {
    return highest >= 100 ? 'medium' : 'low';
  }
  if (highest >= 100) {
    const isPool = isPoolScope(facts.scope);
    const isEverybody = isPool && facts.basis === 'budget' && facts.setsCaps;
    return isEverybody ? 'critical' : isPool || role === 'user' ? 'high' : 'medium';
  }
  return highest >= 80 ? 'medium' : 'low';
}

/** How grave an event was when it was raised. */
export function raisedSeverity(event: ConditionEvent): Severity {
  if ('observation' in event) {
    return event.observation.severity;
  }
  return isUse(event) ? crossingSeverity({ ...event, hasEnded: false }, 'owner') : isStop(event) ? 'high' : 'medium';
}
