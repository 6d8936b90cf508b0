import type { ChannelKind, ChannelTerms } from './channel.ts';

const readers: Readonly<Record<ChannelKind, string>> = {
  slack: 'Everyone in the Slack channel sees',
  teams: 'Everyone in the Teams channel sees',
  webhook: 'The operators of the receiver see',
  pagerduty: 'Everyone on call for the PagerDuty service, and its readers, see',
  eventbridge: 'The targets of the event bus’s rules see',
  securityhub: 'Everyone who reads Security Hub sees',
};

/** Who sees which alerts in a channel, in a sentence. */
export function describeReaders({ kind, severity, alerts, teams, budgets, reports, approver }: ChannelTerms): string {
  const least =
    severity === 'critical'
      ? 'critical alerts'
      : severity === 'info'
        ? 'all alerts'
        : `alerts of ${severity} severity and above`;
  const about = [
    ...(alerts === undefined ? [] : [`about ${alerts.join(', ')}`]),
    ...(teams === undefined ? [] : [`of the budgets of ${teams.join(', ')}`]),
    ...(budgets === undefined ? [] : [`of the budgets ${budgets.join(', ')}`]),
  ];
  if (kind === 'securityhub') {
    return `${readers[kind]} findings of controls, with people’s names.`;
  }
  const more = reports === undefined ? '' : `; also ${reports.join(', ')}`;
  const sees = `${readers[kind]} ${[least, ...about].join(' ')}${more}, with people’s names and usage.`;
  return approver === true ? `${sees} They decide on requests for credits.` : sees;
}
