import { formatScope, teamIn, type Scope } from '../budgets/scope.ts';
import type { EditedKind } from '../kernel/records/record-kind.ts';
import { isAtLeast, type Severity } from '../notifications/severity.ts';
import type { AlertGroup, AlertKind } from '../notifications/topics.ts';

/** The kinds of channels: each has one way to write a message, and one to send it. */
export const channelKinds = ['slack', 'teams', 'webhook', 'pagerduty', 'eventbridge', 'securityhub'] as const;
export type ChannelKind = (typeof channelKinds)[number];

const channelTitles: Readonly<Record<ChannelKind, string>> = {
  slack: 'Slack channel',
  teams: 'Teams channel',
  webhook: 'webhook',
  pagerduty: 'PagerDuty service',
  eventbridge: 'event bus',
  securityhub: 'Security Hub',
};

/** Whom a delivery that is tried again reaches once: the receiver recognizes the id of a message. */
const recognizing: ReadonlySet<ChannelKind> = new Set(['webhook', 'pagerduty', 'eventbridge', 'securityhub']);

export const channelLimits = { nameCharsMax: 40, listMax: 50, noteCharsMax: 300, channelsMax: 50 } as const;

/** What a channel may choose beside alerts. */
export const channelReports = ['requests', 'digest', 'summary', 'findings'] as const;
type ChannelReport = (typeof channelReports)[number];

/** Where alerts go beside people's mailboxes, and which. Its address is a secret and kept apart. */
export interface ChannelTerms {
  readonly name: string;
  readonly kind: ChannelKind;
  readonly severity: Severity;
  /** Kinds of alerts or groups of them; absent: all. */
  readonly alerts?: readonly (AlertGroup | AlertKind)[];
  /** Only alerts about budgets of these teams; with `budgets`, those of either. */
  readonly teams?: readonly string[];
  /** Only alerts about these budgets, by scope. */
  readonly budgets?: readonly string[];
  readonly reports?: readonly ChannelReport[];
  /** Its readers decide on requests for credits; with teams or budgets, on those of their people. */
  readonly approver?: boolean;
  readonly note?: string;
}

export type ChannelKey = { readonly name: string };

export const channelKind: EditedKind<ChannelKey, ChannelTerms> = {
  name: 'channel',
  plainKey: ({ name }) => ({ name }),
  plain: ({ alerts, teams, budgets, reports, ...terms }) => ({
    ...terms,
    alerts: alerts === undefined ? undefined : [...alerts],
    teams: teams === undefined ? undefined : [...teams],
    budgets: budgets === undefined ? undefined : [...budgets],
    reports: reports === undefined ? undefined : [...reports],
  }),
  subject: ({ name }) => `channel ${name}`,
  title: ({ name }) => `the channel ${name}`,
  sets: ['alerts', 'teams', 'budgets', 'reports'],
};

type Addressed = { readonly kind: ChannelKind; readonly name: string };

const addressPattern = new RegExp(
  String.raw`^(${channelKinds.join('|')}):([a-z0-9][a-z0-9-]{0,${channelLimits.nameCharsMax - 1}})$`,
  'u',
);

/** A channel as a recipient: `slack:finops`. No mail address looks like it. */
export function channelAddress({ kind, name }: Addressed): string {
  return `${kind}:${name}`;
}

/** The channel that a recipient is; undefined for a person. */
export function channelIn(recipient: string): Addressed | undefined {
  const [, kind, name] = addressPattern.exec(recipient) ?? [];
  const known = channelKinds.find((each) => each === kind);
  return known === undefined || name === undefined ? undefined : { kind: known, name };
}

/** A recipient in running text: an address, or `Slack channel finops`. */
export function recipientTitle(recipient: string): string {
  const channel = channelIn(recipient);
  return channel === undefined ? recipient : `${channelTitles[channel.kind]} ${channel.name}`;
}

/** Whether it is reached with credentials of AWS, by an ARN. */
export function isOfAws({ kind }: { readonly kind: ChannelKind }): boolean {
  return kind === 'eventbridge' || kind === 'securityhub';
}

/** Whether a message of unknown outcome may be sent again under its id without reaching people twice. */
export function recognizesRepeats({ kind }: Pick<Addressed, 'kind'>): boolean {
  return recognizing.has(kind);
}

export function wantsAlert(
  { kind, severity, alerts, teams, budgets }: ChannelTerms,
  alert: {
    readonly severity: Severity;
    readonly kind: AlertKind;
    readonly group: AlertGroup;
    readonly scope?: Scope | undefined;
  },
): boolean {
  const isOfKind = alerts === undefined || alerts.some((each) => each === alert.kind || each === alert.group);
  const isWanted = isAtLeast(alert.severity, severity) && isOfKind && kind !== 'securityhub';
  return isWanted && isAbout(alert.scope, { teams, budgets });
}

/** Whether a channel gets a kind of reports, of a person in a team where it is about one. */
export function wantsReport(channel: ChannelTerms, report: ChannelReport): boolean {
  const isOwn =
    report === 'requests' ? channel.approver === true : report === 'findings' && channel.kind === 'securityhub';
  return isOwn || channel.reports?.includes(report) === true;
}

/** Why a channel of its kind cannot have its terms; undefined for nothing. */
export function termsProblem({ name, kind, approver, reports }: ChannelTerms): string | undefined {
  if ((kind === 'pagerduty' || kind === 'securityhub') && (approver === true || reports !== undefined)) {
    const what = kind === 'pagerduty' ? 'alerts' : 'findings of controls';
    return `The ${channelTitles[kind]} ${name} gets ${what} alone: give no reports and no approver`;
  }
  return reports?.includes('findings') === true && kind !== 'webhook' && kind !== 'eventbridge'
    ? `Findings are for programs, and ${name} is of kind ${kind}: give webhook, eventbridge or securityhub for findings`
    : undefined;
}

/** Whether a channel is for people of a team: with neither teams nor budgets, for everyone. */
export function isForTeam({ teams, budgets }: ChannelTerms, team: string | undefined): boolean {
  return isAbout(team === undefined ? undefined : { kind: 'team', name: team }, { teams, budgets });
}

function isAbout(
  scope: Scope | undefined,
  { teams, budgets }: { readonly teams?: readonly string[]; readonly budgets?: readonly string[] },
): boolean {
  if (teams === undefined && budgets === undefined) {
    return true;
  }
  const team = scope === undefined ? undefined : teamIn(scope);
  return (
    scope !== undefined &&
    ((team !== undefined && teams?.includes(team) === true) || budgets?.includes(formatScope(scope)) === true)
  );
}
