import type { MailEvent, MailEventKind } from './mail-event.ts';

/** An address to which mail did not get through, now or before somebody said that it does again. */
export interface Recipient {
  /** In the matching form of emails. */
  readonly address: string;
  /** Absent: mail goes there. */
  readonly trouble?: Trouble;
  /** Absent: nobody ever said so. What came about until then counts for nothing. */
  readonly cleared?: { readonly by: string; readonly at: string };
  /** How often it was written; 0 for one that never was. */
  readonly version: number;
}

/** An address that mail does not reach. */
export type TroubledRecipient = Recipient & { readonly trouble: Trouble };

/** Why mail does not reach an address, with the event that weighs most of all, and of those that weigh alike the first. */
export interface Trouble {
  readonly cause: TroubleCause;
  /** ISO instant of the first event that has to do with it. */
  readonly since: string;
  /** ISO instant of the event that is told here. */
  readonly at: string;
  readonly detail: string;
  readonly mailId?: string;
  readonly subject?: string;
}

/** A complaint outlasts a bounce, and a bounce a mail that was not let out: the mailbox may be there for the next one. */
export const troubleCauses = ['reject', 'bounce', 'complaint'] as const;
export type TroubleCause = (typeof troubleCauses)[number];

const causeOf: Readonly<Partial<Record<MailEventKind, TroubleCause>>> = {
  'hard-bounce': 'bounce',
  complaint: 'complaint',
  reject: 'reject',
};

/**
 * Decides what an event makes of what is known of its address: undefined when nothing changes. The same events in any
 * order, each as often as one likes, come to the same.
 */
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
  const told = isWeightier(found, trouble) ? found : trouble;
  const since = found.since < trouble.since ? found.since : trouble.since;
  return told === trouble && since === trouble.since ? undefined : { ...before, trouble: { ...told, since } };
}

/** Says that mail goes to an address again. */
export function clearTrouble(recipient: Recipient, by: string, at: string): Recipient {
  const { trouble: _, ...rest } = recipient;
  return { ...rest, cleared: { by, at } };
}

/** Whether mail does not reach an address. */
export function isTroubled(recipient: Recipient): recipient is TroubledRecipient {
  return recipient.trouble !== undefined;
}

function troubleOf({ at, detail, mailId, subject }: MailEvent, cause: TroubleCause): Trouble {
  return {
    cause,
    since: at,
    at,
    detail,
    ...(mailId === undefined ? {} : { mailId }),
    ...(subject === undefined ? {} : { subject }),
  };
}

function isWeightier(found: Trouble, than: Trouble): boolean {
  const rise = troubleCauses.indexOf(found.cause) - troubleCauses.indexOf(than.cause);
  return rise > 0 || (rise === 0 && found.at < than.at);
}
