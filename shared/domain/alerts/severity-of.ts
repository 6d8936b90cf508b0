import type { AlertEvent, UseEvent } from './alert-event.ts';
import type { Severity } from './severity.ts';

/** How much an event matters to a recipient, by their role. */
export function severityOf(event: AlertEvent, role: 'user' | 'owner' | 'admin'): Severity {
  switch (event.kind) {
    case 'use-crossed':
      return crossingSeverity(event, role);
    case 'use-resolved':
    case 'use-reset':
    case 'forecast-resolved':
    case 'matter-resolved':
      return 'info';
    case 'forecast-raised':
      return 'medium';
    case 'matter-raised':
    case 'matter-changed':
      return event.matter.severity;
  }
}

/** Everybody of a team or the organization being stopped is critical; one person is high to whoever that is. */
function crossingSeverity({ facts, ownerLines, userLines, hasEnded }: UseEvent, role: string): Severity {
  const highest = Math.max(0, ...ownerLines, ...userLines);
  if (hasEnded) {
    return highest >= 100 ? 'medium' : 'low';
  }
  if (highest >= 100) {
    const isPool = facts.scope.kind === 'org' || facts.scope.kind === 'team';
    const isEverybody = isPool && facts.basis === 'budget' && facts.setsCaps;
    return isEverybody ? 'critical' : isPool || role === 'user' ? 'high' : 'medium';
  }
  return highest >= 80 ? 'medium' : 'low';
}
