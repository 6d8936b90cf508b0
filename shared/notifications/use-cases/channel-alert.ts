import { channelIn, type ChannelTerms } from '../../channels/channel.ts';
import { readLinked } from '../../controls/alerts/linked-subject.ts';
import type { JournalEntry } from '../../journal/journal-entry.ts';
import { callerOfChannel } from '../../kernel/access/caller.ts';
import type { Clock, Journal } from '../../kernel/runs/ports.ts';
import { dayOf } from '../../kernel/time/day.ts';
import type { RecipientStore } from '../../mail/ports.ts';
import { describeCondition } from '../compose/describe-notification.ts';
import { isEvidence, isOpen } from '../conditions/acknowledge.ts';
import { type ConditionState, isInAlarm } from '../conditions/condition-state.ts';
import type { AlertStore } from '../ports.ts';
import type { Severity } from '../severity.ts';
import { acknowledgeAlert, type AcknowledgeOutcome } from './acknowledge.ts';

export interface ChannelAlertPorts {
  readonly alerts: Pick<AlertStore, 'find'>;
  readonly journal: Pick<Journal, 'list'>;
  readonly recipients: Pick<RecipientStore, 'listChannels'>;
  readonly clock: Clock;
}

/** A link in a message to a channel: its recipient, what it is about, and when it was signed, in Unix milliseconds. */
export interface ChannelLink {
  readonly person: string;
  readonly subject: string;
  readonly signedAtMs: number;
}

/** An alert as the page of a channel's link shows it. */
export interface LinkedChannelAlert {
  readonly conditionId: string;
  readonly headline: string;
  readonly severity: Severity;
  /** `used`: acknowledged since the message, by the link or otherwise. */
  readonly state: 'open' | 'used' | 'over';
  readonly acknowledged?: { readonly by: string; readonly at: string; readonly reason?: string };
  /** Changes with every acknowledgement and with the alert. */
  readonly version: string;
}

/** The channel that a link was sent to, while it is one of the organization. */
export async function channelOfLink(
  { recipients }: Pick<ChannelAlertPorts, 'recipients'>,
  person: string,
): Promise<ChannelTerms | undefined> {
  const named = channelIn(person);
  const known = named === undefined ? [] : await recipients.listChannels();
  return known.find(({ name, kind }) => name === named?.name && kind === named.kind);
}

/**
 * Reads what a channel's link to acknowledge is about. Undefined when the channel or the alert is gone, or when only those
 * may acknowledge it who decide on the controls. Changes nothing.
 */
export async function findChannelAlert(
  ports: ChannelAlertPorts,
  { person, subject, signedAtMs }: ChannelLink,
): Promise<LinkedChannelAlert | undefined> {
  const linked = readLinked(subject);
  if (linked?.kind !== 'alert' || (await channelOfLink(ports, person)) === undefined) {
    return undefined;
  }
  const [state] = await ports.alerts.find([linked.conditionId]);
  if (state === undefined || isEvidence(state)) {
    return undefined;
  }
  const nowMs = ports.clock.now();
  const [use] = await ports.journal
    .list({ from: dayOf(signedAtMs), through: dayOf(nowMs) }, 1_000, ['alert-acknowledged'], state.conditionId)
    .then((entries) => entries.filter(({ at }) => Date.parse(at) >= signedAtMs));
  const acknowledged = state.acknowledged ?? (use && { by: use.actor, at: use.at, ...reasonOf(use) });
  return {
    conditionId: state.conditionId,
    ...describeCondition(state),
    state: use !== undefined ? 'used' : stateOf(state, dayOf(nowMs)),
    ...(acknowledged && { acknowledged }),
    version: `${state.asOf}/${state.acknowledged?.at ?? ''}`,
  };
}

function reasonOf({ detail }: JournalEntry): { readonly reason?: string } {
  const reason = detail['reason'];
  return typeof reason === 'string' ? { reason } : {};
}

function stateOf(state: ConditionState, today: string): LinkedChannelAlert['state'] {
  return isOpen(state, today) ? 'open' : isInAlarm(state) ? 'used' : 'over';
}

/** Acknowledges the alert of a link in the channel's name, while it is open and the link unused. */
export async function acknowledgeForChannel(
  ports: ChannelAlertPorts & Parameters<typeof acknowledgeAlert>[0],
  link: ChannelLink,
  reason: string,
): Promise<AcknowledgeOutcome | { readonly kind: 'used' }> {
  const alert = await findChannelAlert(ports, link);
  if (alert === undefined) {
    return { kind: 'not-there' };
  }
  if (alert.state !== 'open') {
    return { kind: 'used' };
  }
  const by = callerOfChannel(link.person).name;
  const at = new Date(ports.clock.now()).toISOString();
  return acknowledgeAlert(ports, alert.conditionId, { by, at, reason, exceptEvidence: true });
}
