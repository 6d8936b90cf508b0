import { counted } from '../kernel/texts/amounts.ts';
import type { Severity } from '../notifications/severity.ts';
import type { AlertGroup, AlertKind } from '../notifications/topics.ts';

/** An alert in a message, in words that hold no control or hiding characters. */
export interface ChannelAlert {
  /** As `alerts ack` takes it. */
  readonly id: string;
  readonly kind: AlertKind;
  readonly group: AlertGroup;
  /** `acknowledged`: for a pager alone, whose incident it quiets. */
  readonly state: 'raised' | 'changed' | 'resolved' | 'acknowledged';
  readonly severity: Severity;
  readonly headline: string;
  readonly details: readonly string[];
  readonly at: string;
}

/** What a channel is told, before it is written for its place. */
export interface ChannelMessage {
  /** ISO instant at which it was written. */
  readonly at: string;
  /** The most severe first, at most `messageLimits.alertsMax`. */
  readonly alerts: readonly ChannelAlert[];
  readonly alertsInAll: number;
  /** Of a report: what it says, in a line. */
  readonly lead?: string;
  /** Of a message of a finding: a Compliance Finding of OCSF, as JSON. */
  readonly finding?: Readonly<Record<string, unknown>>;
  /** The console, for the button; absent where its address is not known. */
  readonly page?: string;
  /** What can be done from the message, each behind a page that asks first. Signed for the channel when it is sent. */
  readonly links?: readonly ChannelButton[];
}

export interface ChannelButton {
  readonly text: string;
  readonly url: string;
}

export const messageLimits = { alertsMax: 20, detailsMax: 3 } as const;

/** A message ready to be written for its place: one of alerts, or a text in place of a mail. */
export interface OutgoingMessage {
  /** The same at every try. */
  readonly messageId: string;
  readonly subject: string;
  /** Of a message without alerts. */
  readonly text?: string;
  /** For people, above all else: it may reach them twice, or stands in for another. */
  readonly note?: string;
  readonly message: ChannelMessage;
  /** What it opened is to be closed again: a test of a pager. */
  readonly isOver?: true;
}

/** The lines of a message for people: what it is, why, and how much more there is. */
interface MessageLines {
  readonly title: string;
  readonly detail: string;
  readonly foot: string;
  readonly buttons: readonly ChannelButton[];
}

const severityTitles: Readonly<Record<Severity, string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  info: 'Info',
};

/** Three lines and few buttons, not a mail's text: what is long is behind them. */
export function messageLines({ subject, text = '', note, message }: OutgoingMessage): MessageLines {
  const [first, ...others] = message.alerts;
  const buttons = [
    ...(message.links ?? []),
    ...(message.page === undefined ? [] : [{ text: 'Open in Curfew', url: pageOf(message) }]),
  ];
  if (first === undefined) {
    return { title: subject, detail: [note ?? '', text].join(' ').trim(), foot: 'Curfew', buttons };
  }
  const more = message.alertsInAll - 1;
  const worst = [...new Set(others.map(({ severity }) => severityTitles[severity].toLowerCase()))].join(', ');
  const rest = more === 0 ? [] : [`and ${counted(more, 'more alert')} (${worst})`];
  return {
    title: `${stateTitle(first)}: ${first.headline}`,
    detail: first.details[0] ?? '',
    foot: [...(note === undefined ? [] : [note]), 'Curfew', ...rest, ...commandOf(first, message)].join(' · '),
    buttons,
  };
}

/** Without a page, the command that shows the alert. */
function commandOf({ id, state }: ChannelAlert, { page }: ChannelMessage): readonly string[] {
  return page === undefined && state !== 'resolved' ? [`alert ${id}: npx curfew alerts list`] : [];
}

function stateTitle({ state, severity }: ChannelAlert): string {
  return state === 'resolved' ? 'Resolved' : severityTitles[severity];
}

function pageOf({ page = '', alerts, alertsInAll }: ChannelMessage): string {
  const [first] = alerts;
  return alertsInAll === 1 && first !== undefined && first.state !== 'resolved'
    ? `${page}/alerts?alert=${first.id}`
    : `${page}/alerts`;
}

/** A text of at most so many UTF-16 units, cut between letters. */
export function cutText(text: string, unitsMax: number): string {
  if (text.length <= unitsMax) {
    return text;
  }
  let cut = '';
  for (const letter of text) {
    if (cut.length + letter.length > unitsMax - 1) {
      break;
    }
    cut += letter;
  }
  return `${cut}…`;
}
