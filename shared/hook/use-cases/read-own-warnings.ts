import { compareText } from '../../kernel/texts/compare-text.ts';
import { describeNotification } from '../../notifications/compose/describe-notification.ts';
import { openStop, openUse } from '../../notifications/conditions/come-back.ts';
import type { ConditionEvent } from '../../notifications/conditions/condition-event.ts';
import { isInAlarm, type ConditionState } from '../../notifications/conditions/condition-state.ts';
import { severityOf } from '../../notifications/event-severity.ts';
import type { AlertStore } from '../../notifications/ports.ts';
import { compareSeverity, type Severity } from '../../notifications/severity.ts';

interface OwnWarning {
  readonly id: string;
  readonly severity: Severity;
  readonly headline: string;
  readonly details: readonly string[];
  readonly since: string;
}

/** What stops or warns a person now, most severe first. */
export async function readOwnWarnings(alerts: AlertStore, userId: string): Promise<readonly OwnWarning[]> {
  const states = await alerts.read('limits', []);
  return states
    .flatMap((state) => {
      const event = eventOf(state, userId);
      return event === undefined ? [] : [warningOf(state, event)];
    })
    .toSorted((a, b) => compareSeverity(a.severity, b.severity) || compareText(b.since, a.since));
}

function eventOf(state: ConditionState, userId: string): ConditionEvent | undefined {
  switch (state.kind) {
    case 'stop':
      return state.phase === 'in-alarm' && state.stop.user.userId === userId
        ? openStop(state, state.conditionId)
        : undefined;
    case 'use': {
      // A user at the end of a budget is notified of a stop.
      const isOwn = isInAlarm(state) && state.facts.user?.userId === userId;
      // Excludes what only the budget's owners are notified of.
      return isOwn && state.lines.some(({ phase, isForUser }) => phase === 'in-alarm' && isForUser)
        ? openUse(state, state.conditionId)
        : undefined;
    }
    case 'forecast':
    case 'observed':
      return undefined;
  }
}

function warningOf({ conditionId: id, asOf: since }: ConditionState, event: ConditionEvent): OwnWarning {
  const role = 'user';
  const severity = severityOf(event, role);
  const { headline, details } = describeNotification({
    kind: 'condition',
    notificationId: '',
    recipient: '',
    severity,
    at: since,
    role,
    askWhom: [],
    event,
  });
  return { id, severity, headline, details, since };
}
