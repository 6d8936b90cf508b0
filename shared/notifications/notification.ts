import { channelAddress, channelIn, type ChannelTerms, wantsAlert } from '../channels/channel.ts';
import { compareText } from '../kernel/texts/compare-text.ts';
import type { MailContent } from '../mail/content.ts';
import { emailKey } from '../roster/email.ts';
import type { AffectedUser } from './affected-user.ts';
import { compareAlerts } from './alert-order.ts';
import { type ConditionEvent, isStop, isUse } from './conditions/condition-event.ts';
import { kindOfEvent } from './conditions/condition-state.ts';
import { pageOf, scopeOfEvent, teamBudgetOf } from './event-page.ts';
import { raisedSeverity, severityOf } from './event-severity.ts';
import { isReachable, routeTo, timeZoneOf, type Routing } from './routing.ts';
import { compareSeverity, type Severity } from './severity.ts';
import { allowedBy } from './stops/stop-amounts.ts';
import { isEvidenceTopic, kindTerms, reportTopics, termsOf, type AlertLease, type ReportTopic } from './topics.ts';

export type Notification = ConditionNotification | ReportNotification;

interface Addressed {
  readonly notificationId: string;
  readonly recipient: string;
  readonly severity: Severity;
  readonly at: string;
}

export interface ConditionNotification extends Addressed {
  readonly kind: 'condition';
  /** `user`: it is about the recipient's own credits. */
  readonly role: 'user' | 'owner' | 'admin';
  readonly event: ConditionEvent;
  /** Whom to ask for more, or about it; never empty if any contact is known. */
  readonly askWhom: readonly string[];
  readonly timeZone?: string;
  readonly door?: string;
  /** The console's address, for a channel, and who reads the event's page there: admins, and owners of a team's budget. */
  readonly console?: string;
}

export type Reader = {
  readonly role: 'user' | 'owner' | 'admin';
  readonly askWhom: readonly string[];
  readonly timeZone?: string;
};

export interface ReportNotification extends Addressed {
  readonly kind: 'report';
  readonly topic: ReportTopic;
  readonly content: MailContent;
}

export interface Report {
  /** The same report has the same id in every run. */
  readonly reportId: string;
  readonly topic: ReportTopic;
  readonly severity: Severity;
  readonly owners: readonly string[];
  /** `stand-in`: for a recipient in place of an unreachable owner. */
  readonly contentFor: (reader: 'owner' | 'stand-in') => MailContent;
  /** What a channel is told: subject, lead and links. Undefined for one that does not choose it. */
  readonly toChannel?: (channel: ChannelTerms) => MailContent | undefined;
}

/** Returns who is notified of an event: owners, the affected user, admins, channels; each recipient once. */
export function notificationsOf(event: ConditionEvent, at: string, routing: Routing): readonly ConditionNotification[] {
  const own = ownEmailOf(event, routing);
  const forUser = own !== undefined && isReachable(own, routing) ? [own] : [];
  const ownKey = emailKey(forUser[0] ?? '');
  // An unreachable user is replaced like any other recipient; the fallback is notified about the user. Admins read
  // about stopped users anyway, in another mail.
  const standsIn = own !== undefined && forUser.length === 0 && !(isStop(event) && routing.fallback.length === 0);
  const wanting = channelsOf(event, routing);
  const forOthers = [
    ...othersOf(event, routing),
    ...(standsIn ? routeTo([own], routing) : []),
    ...(wanting.length === 0 ? [] : routeTo(wanting, routing)),
  ];
  const others = new Map(forOthers.map((email) => [emailKey(email), email]));
  const owners = 'owners' in event ? event.owners : [];
  const base = { kind: 'condition', at, askWhom: routeTo(owners, routing) } as const;
  const userAsks = () =>
    routeTo(
      whoCanGive(event, owners, routing).filter((email) => emailKey(email) !== ownKey),
      routing,
    );
  const role = 'observation' in event ? 'admin' : 'owner';
  // A user who may go on has nothing to ask for.
  const asksForMore = event.kind === 'person-stopped' || event.kind === 'use-crossed';
  const explainers = new Set(
    'observation' in event && isToBeExplained(event)
      ? [...event.observation.owners, ...routing.admins].map(emailKey)
      : [],
  );
  const givers = new Set(teamBudgetOf(event) === undefined ? [] : ownersOf(event).map(emailKey));
  const readers = givers.union(new Set(pageOf(event) === undefined ? [] : routing.admins.map(emailKey)));
  const readsConsole = (recipient: string, asWhom: ConditionNotification['role']): boolean =>
    channelIn(recipient) !== undefined || (readers.has(emailKey(recipient)) && asWhom !== 'user');
  const mayAct = (recipient: string, asWhom: ConditionNotification['role']): boolean =>
    (asWhom === 'user' && asksForMore) || explainers.has(emailKey(recipient)) || channelIn(recipient) !== undefined;
  return [
    ...forUser.map((recipient) => ({ recipient, role: 'user', event: seenByUser(event, others.has(ownKey)) }) as const),
    ...[...others]
      .filter(([key]) => key !== ownKey)
      .map(([key, recipient]) => {
        const seen = seenByOthers(event, own, forUser);
        return {
          recipient,
          role,
          event: seenAs(seen, { isOwner: isOwnerAlone(key, event, routing), mayGive: givers.has(key) }),
        } as const;
      }),
  ].map((notification) => {
    const { recipient, role: asWhom } = notification;
    const timeZone = timeZoneOf(recipient, routing);
    return {
      ...base,
      ...notification,
      ...(asWhom === 'user' && { askWhom: userAsks() }),
      timeZone,
      door: mayAct(recipient, asWhom) ? routing.door : undefined,
      console: readsConsole(recipient, asWhom) ? routing.console : undefined,
      notificationId: `${event.eventId}/to/${emailKey(recipient)}`,
      severity: severityOf(notification.event, asWhom),
    };
  });
}

/**
 * Owners of a team's budget give what it has left; once nothing is left, only admins can give more. Owners of the default
 * of a team's members can give nothing.
 */
function whoCanGive(event: ConditionEvent, owners: readonly string[], { admins }: Routing): readonly string[] {
  const isUsedUp =
    isStop(event) && event.stop.scope?.kind === 'team' && event.stop.usedCredits >= allowedBy(event.stop);
  return isUsedUp || scopeOfEvent(event)?.kind === 'members' ? [...owners, ...admins] : owners;
}

function ownersOf(event: ConditionEvent): readonly string[] {
  return 'observation' in event ? event.observation.owners : event.owners;
}

/** Orders notifications as alerts; a report of a job follows the alerts of its severity. */
export function compareNotifications(a: Notification, b: Notification): number {
  const order =
    a.kind === 'condition' && b.kind === 'condition'
      ? compareAlerts(
          { severity: a.severity, kind: kindOfEvent(a.event) },
          { severity: b.severity, kind: kindOfEvent(b.event) },
        )
      : compareSeverity(a.severity, b.severity) || Number(a.kind === 'report') - Number(b.kind === 'report');
  return order || compareText(a.notificationId, b.notificationId);
}

/** Evidence or controls history that is open until a person explains it. */
export function isToBeExplained(event: ConditionEvent): boolean {
  if (event.kind !== 'condition-raised' && event.kind !== 'condition-changed') {
    return false;
  }
  return isEvidenceTopic(event.observation.topic);
}

/** Returns a report once for each of its owners, for their stand-ins, and for the channels that choose it. */
export function notificationsOfReport(report: Report, at: string, routing: Routing): readonly ReportNotification[] {
  const { reportId, topic, severity, owners, contentFor } = report;
  const named = new Set(owners.map(emailKey));
  const toPeople = routeTo(owners, routing).map((email) => {
    const key = emailKey(email);
    return [key, contentFor(named.has(key) ? 'owner' : 'stand-in')] as const;
  });
  const toChannels = (routing.channels ?? []).flatMap((channel) => {
    const address = channelAddress(channel);
    const content = isReachable(address, routing) ? report.toChannel?.(channel) : undefined;
    return content === undefined ? [] : [[address, content] as const];
  });
  return [...new Map([...toPeople, ...toChannels])].map(([recipient, content]) => ({
    kind: 'report',
    notificationId: `${topic}/${reportId}/to/${recipient}`,
    topic,
    recipient,
    severity,
    at,
    content,
  }));
}

/** Returns the lease under which a notification is written to a mail. */
export function leaseOf(notification: Notification): AlertLease {
  if (notification.kind === 'report') {
    return reportTopics[notification.topic].lease;
  }
  const { event } = notification;
  return 'observation' in event ? termsOf(event.observation.topic).lease : 'limits';
}

/** The current address of the user whom an event concerns: the observed address may belong to another person now. */
function ownEmailOf(event: ConditionEvent, { people }: Routing): string | undefined {
  const isForUser = isStop(event) || 'observation' in event || (isUse(event) && event.userLines.length > 0);
  const user = userOf(event);
  if (!isForUser || user === undefined) {
    return undefined;
  }
  return people === undefined ? user.email : people.emails.get(user.userId);
}

/** Whether a notification of a person's own credits would reach another: the address has a new holder. */
export function isAstray({ event, role, recipient }: ConditionNotification, { people }: Routing): boolean {
  const user = role === 'user' ? userOf(event) : undefined;
  const holders = people?.holders.get(emailKey(recipient)) ?? [];
  return user !== undefined && holders.length > 0 && !holders.includes(user.userId);
}

function userOf(event: ConditionEvent): AffectedUser | undefined {
  if ('observation' in event) {
    return event.observation.user;
  }
  return isStop(event) ? event.stop.user : isUse(event) ? event.facts.user : undefined;
}

function othersOf(event: ConditionEvent, routing: Routing): readonly string[] {
  switch (event.kind) {
    case 'use-crossed':
    case 'use-resolved':
    case 'use-reset':
    case 'use-ended':
      return event.ownerLines.length === 0 ? [] : routeTo(event.owners, routing);
    case 'forecast-raised':
    case 'forecast-resolved':
      return routeTo(event.owners, routing);
    case 'condition-raised':
    case 'condition-changed':
    case 'condition-resolved': {
      const { owners, notifiesAdmins, user } = event.observation;
      const people = [...owners, ...(notifiesAdmins ? routing.admins : [])];
      // What is for one person must not reach another.
      return user !== undefined && people.length === 0 ? [] : routeTo(people, routing);
    }
    // Owners and admins are notified once of all people whom a budget stops.
    case 'person-stopped':
    case 'person-freed':
      return [];
  }
}

/** The channels that want an event: as grave as when it was raised, so that they hear its end too. */
function channelsOf(event: ConditionEvent, { channels = [] }: Routing): readonly string[] {
  const kind = kindOfEvent(event);
  const chosenBy = { kind, group: kindTerms(kind).group, severity: raisedSeverity(event), scope: scopeOfEvent(event) };
  return isForChannels(event) ? channels.filter((channel) => wantsAlert(channel, chosenBy)).map(channelAddress) : [];
}

/** What is for one person alone reaches no channel. */
function isForChannels(event: ConditionEvent): boolean {
  if ('observation' in event) {
    const { owners, notifiesAdmins, user } = event.observation;
    return user === undefined || owners.length > 0 || notifiesAdmins;
  }
  return !isStop(event) && (!isUse(event) || event.ownerLines.length > 0);
}

function seenByUser(event: ConditionEvent, isOwnerToo: boolean): ConditionEvent {
  return isUse(event) && !isOwnerToo ? { ...event, ownerLines: [] } : event;
}

function seenByOthers(event: ConditionEvent, own: string | undefined, forUser: readonly string[]): ConditionEvent {
  const standsIn = own !== undefined && forUser.length === 0;
  return isUse(event) && !standsIn ? { ...event, userLines: [] } : event;
}

/** An owner may do less than an admin, and reads what they can do. */
function isOwnerAlone(key: string, event: ConditionEvent, { admins, fallback }: Routing): boolean {
  const isIn = (emails: readonly string[]): boolean => emails.some((email) => emailKey(email) === key);
  return isIn(ownersOf(event)) && !isIn([...admins, ...fallback]);
}

function seenAs(event: ConditionEvent, { isOwner, mayGive }: { isOwner: boolean; mayGive: boolean }): ConditionEvent {
  if (!('observation' in event)) {
    return event;
  }
  const { ownerDetails, example, ...observation } = event.observation;
  return {
    ...event,
    observation: {
      ...observation,
      ...(isOwner && ownerDetails !== undefined && { details: ownerDetails }),
      ...(mayGive && example !== undefined && { example }),
    },
  };
}
