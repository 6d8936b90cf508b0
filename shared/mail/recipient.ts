/** An address with a delivery problem, open or cleared. */
export interface Recipient {
  /** In its matching form. */
  readonly address: string;
  /** Absent: mail is delivered. */
  readonly trouble?: Trouble;
  /** Absent: never cleared. Earlier events do not count. */
  readonly cleared?: { readonly by: string; readonly at: string };
  readonly version: number;
}

export type TroubledRecipient = Recipient & { readonly trouble: Trouble };

/** Why mail does not reach an address, with its most serious event, the first of equals. */
export interface Trouble {
  readonly cause: TroubleCause;
  readonly since: string;
  readonly at: string;
  readonly detail: string;
  readonly mailId?: string;
  readonly subject?: string;
}

/**
 * A complaint outweighs a bounce, and a bounce a rejected mail: the mailbox may accept the next one. `refused`: a channel
 * did not take a message.
 */
export const troubleCauses = ['refused', 'reject', 'bounce', 'complaint'] as const;
export type TroubleCause = (typeof troubleCauses)[number];

const causeOf: Readonly<Partial<Record<MailEventKind, TroubleCause>>> = {
  'hard-bounce': 'bounce',
  complaint: 'complaint',
  reject: 'reject',
  'channel-refused': 'refused',
};

/** Decides an address's state after an event; undefined: unchanged. Order and repetition do not matter. */
export function decideTrouble(known: Recipient | undefined, event: MailEvent): Recipient | undefined {
  const cause = causeOf[event.what];
  const { address } = event;
  const before = known ?? { address, version: 0 };
  if (cause === undefined || (before.cleared !== undefined && event.at <= before.cleared.at)) {
    return undefined;
  }
  const found = troubleOf(event, cause);
  const { trouble } = before;
  if (trouble === undefined) {
    return { ...before, trouble: found };
  }
  const kept = isWeightier(found, trouble) ? found : trouble;
  const since = found.since < trouble.since ? found.since : trouble.since;
  return kept === trouble && since === trouble.since ? undefined : { ...before, trouble: { ...kept, since } };
}

export function clearTrouble(recipient: Recipient, by: string, at: string): Recipient {
  const { trouble: _, ...rest } = recipient;
  return { ...rest, cleared: { by, at } };
}

export function isTroubled(recipient: Recipient): recipient is TroubledRecipient {
  return recipient.trouble !== undefined;
}

function troubleOf({ at, detail, mailId, subject }: MailEvent, cause: TroubleCause): Trouble {
  return {
    cause,
    since: at,
    at,
    detail,
    mailId,
    subject,
  };
}

function isWeightier(found: Trouble, than: Trouble): boolean {
  const rise = troubleCauses.indexOf(found.cause) - troubleCauses.indexOf(than.cause);
  return rise > 0 || (rise === 0 && found.at < than.at);
}

export interface MailEvent {
  /** The same event delivered twice has the same id. */
  readonly eventId: string;
  readonly at: string;
  /** The intended recipient, in the email's matching form. */
  readonly address: string;
  readonly what: MailEventKind;
  readonly detail: string;
  readonly mailId?: string;
  readonly subject?: string;
}

/** `notice`: worth recording, such as a mail that a recipient took out of the spam folder. */
export const mailEventKinds = [
  'hard-bounce',
  'soft-bounce',
  'complaint',
  'reject',
  'delay',
  'notice',
  'channel-refused',
] as const;
export type MailEventKind = (typeof mailEventKinds)[number];
