import { type ChannelTerms, wantsAlert } from '../../channels/channel.ts';
import { mailIdFor } from '../../mail/mail-id.ts';
import type { Mail } from '../../mail/mail.ts';
import { printable } from '../../mail/printable.ts';
import { type ConditionState, kindOfState } from '../conditions/condition-state.ts';
import { alertHandle, shortKey } from '../short-key.ts';
import { kindTerms } from '../topics.ts';
import { describeCondition } from './describe-notification.ts';

/** The pagers that want an alert, as grave as it may have been when it was raised. */
export function pagersOf(state: ConditionState, channels: readonly ChannelTerms[]): readonly ChannelTerms[] {
  const kind = kindOfState(state);
  const alert = { kind, group: kindTerms(kind).group, severity: 'critical', scope: scopeOf(state) } as const;
  return channels.filter((channel) => channel.kind === 'pagerduty' && wantsAlert(channel, alert));
}

/** The message that acknowledges the incident of an alert; the same for one acknowledgement. `at`: ISO instant. */
export function acknowledgeMail(state: ConditionState, to: string, at: string): Mail {
  const { headline, severity } = describeCondition(state);
  const kind = kindOfState(state);
  const alert = {
    id: alertHandle(state.conditionId),
    kind,
    group: kindTerms(kind).group,
    state: 'acknowledged',
    severity,
    headline: printable(headline),
    details: [],
    at,
  } as const;
  return {
    mailId: mailIdFor(to, `acknowledged/${shortKey(state.conditionId)}/${at}`),
    to,
    subject: `Curfew: acknowledged: ${printable(headline)}`,
    text: '',
    html: '',
    runId: 'acknowledged',
    carries: [],
    message: { at, alerts: [alert], alertsInAll: 1 },
  };
}

function scopeOf(state: ConditionState) {
  switch (state.kind) {
    case 'use':
      return state.facts.scope;
    case 'observed':
      return state.observation.scope;
    case 'forecast':
      return state.scope;
    case 'stop':
      return state.stop.scope;
  }
}
