import { budgetTitle, scopeName, spanWords } from '../../budgets/budget-title.ts';
import { describeForecast } from '../../forecast/forecast.ts';
import { creditsOver } from '../../kernel/texts/credits.ts';
import { capital } from '../../kernel/texts/some-names.ts';
import { dayAndMonth, dayText } from '../../kernel/time/day.ts';
import { printable } from '../../mail/printable.ts';
import { hasExpired } from '../conditions/acknowledge.ts';
import { openObserved, openStop, openUse } from '../conditions/come-back.ts';
import type { ForecastEvent, Acknowledgement } from '../conditions/condition-event.ts';
import type { ConditionState, ForecastState } from '../conditions/condition-state.ts';
import { severityOf } from '../event-severity.ts';
import type { ConditionNotification, Notification } from '../notification.ts';
import type { Observation } from '../observation.ts';
import type { Severity } from '../severity.ts';
import { detailsOfStop, headlineOfStop } from '../stops/describe-stop.ts';
import { detailsOfUse, headlineOfUse } from './describe-use.ts';

/** The headline states the effect; the details the reason, the figures, and what to do. */
interface NotificationText {
  readonly headline: string;
  readonly details: readonly string[];
}

export function describeNotification(notification: Notification): NotificationText {
  if (notification.kind === 'report') {
    return { headline: notification.content.subject, details: [] };
  }
  const { headline, details } = textOf(notification);
  const { acknowledgedBefore } = notification.event;
  return acknowledgedBefore === undefined
    ? { headline, details }
    : { headline, details: [describeComeBack(acknowledgedBefore, notification.at), ...details] };
}

export function describeCondition(state: ConditionState): { readonly headline: string; readonly severity: Severity } {
  switch (state.kind) {
    case 'use': {
      const event = openUse(state, state.conditionId);
      return {
        headline: headlineOfUse(event, { role: 'owner', askWhom: [] }),
        severity: severityOf(event, 'owner'),
      };
    }
    case 'observed':
      return {
        headline: headlineForOthers(state.observation),
        severity: severityOf(openObserved(state, state.conditionId), 'admin'),
      };
    case 'forecast':
      return { headline: forecastHeadline(state), severity: 'medium' };
    case 'stop': {
      const event = openStop(state, state.conditionId);
      return { headline: headlineOfStop(event, { role: 'owner' }), severity: severityOf(event, 'owner') };
    }
  }
}

/** What only one person is told speaks to that person; in a list it says to whom. */
function headlineForOthers({ headline, user, owners, notifiesAdmins }: Observation): string {
  return user === undefined || notifiesAdmins || owners.length > 0
    ? headline
    : `Told ${user.email ?? `user ${user.userId}`}: ${headline}`;
}

function describeComeBack(acknowledged: Acknowledgement, at: string): string {
  const by = `${printable(acknowledged.by)} on ${dayText(acknowledged.at.slice(0, 10))}: ${printable(acknowledged.reason)}`;
  const why = hasExpired(acknowledged, at.slice(0, 10))
    ? `until ${dayText(acknowledged.until ?? '')}, which has passed`
    : 'and has changed since';
  const how = acknowledged.mute !== undefined ? 'muted' : acknowledged.until === undefined ? 'acknowledged' : 'snoozed';
  return `It comes back: it was ${how}, ${why}. By ${by}`;
}

function textOf(notification: ConditionNotification): NotificationText {
  const { event } = notification;
  switch (event.kind) {
    case 'use-crossed':
    case 'use-resolved':
    case 'use-reset':
    case 'use-ended':
      return { headline: headlineOfUse(event, notification), details: detailsOfUse(event, notification) };
    case 'forecast-raised':
    case 'forecast-resolved':
      return describeForecastEvent(event);
    case 'person-stopped':
    case 'person-freed':
      return { headline: headlineOfStop(event, notification), details: detailsOfStop(event, notification) };
    case 'condition-raised':
      return event.observation;
    case 'condition-changed':
      return { headline: `Changed: ${event.observation.headline}`, details: event.observation.details };
    case 'condition-resolved':
      return {
        headline: event.observation.resolvedHeadline ?? `No longer: ${event.observation.headline}`,
        details: event.observation.resolvedDetails ?? [],
      };
  }
}

function describeForecastEvent(event: ForecastEvent): NotificationText {
  const { forecast, amountCredits, user } = event;
  const whose = user === undefined ? scopeName(event.scope) : (user.email ?? `user ${user.userId}`);
  const will = event.kind === 'forecast-raised' ? 'will likely not last' : 'will likely last';
  const again = event.kind === 'forecast-raised' ? '' : ' again';
  return {
    headline: `The ${spanWords[forecast.window.kind]} budget of ${whose} ${will} until ${dayAndMonth(forecast.window.through)}${again}`,
    details: [
      describeForecast(forecast, amountCredits, event.rise),
      `Used so far: ${creditsOver(forecast.usedCredits, forecast.window, 'phrase')}, on figures through ${dayAndMonth(forecast.dataThrough)}.`,
    ],
  };
}

function forecastHeadline({ scope, window }: ForecastState): string {
  return `${capital(budgetTitle({ scope, window: window.kind }))} will likely not last until ${dayAndMonth(window.through)}`;
}
