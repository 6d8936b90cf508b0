import { isTroubled, type TroubledRecipient } from '../../domain/mail/recipient.ts';
import type { DeliveryRules } from '../../domain/notifications/delivery.ts';
import { isReachable, routedPeople, type Routing } from '../../domain/notifications/routing.ts';
import { emailKey } from '../../domain/roster/email.ts';
import type { KnownUser } from '../../domain/roster/person.ts';
import type { RecipientStore } from '../mail/ports.ts';

/** When people are notified, and who is notified in place of whom. */
export interface NotificationSettings extends DeliveryRules {
  readonly fallback: readonly string[];
  /** Addresses that mail does not reach. */
  readonly unreachable: readonly string[];
  /** An IANA name: that of readers of whom no other is known; UTC when absent. */
  readonly timeZone?: string;
  /** The key of the roster's metadata that has a user's own. */
  readonly timeZoneMetadataKey?: string;
}

/** The part of the settings that says who is notified. */
export interface Audience {
  readonly admins: readonly string[];
  readonly alerts: Omit<NotificationSettings, keyof DeliveryRules>;
  /** The address of the admin API; absent where there is none. */
  readonly doorUrl?: string;
}

export interface KnownRouting extends Routing {
  /** Addresses whose mail came back. */
  readonly troubled: readonly TroubledRecipient[];
}

/** Who there is to be notified: by the settings, by the mail that came back, and by the roster where it is known. */
export async function readRouting(
  recipients: Pick<RecipientStore, 'list'>,
  { admins, alerts, doorUrl }: Audience,
  users?: readonly KnownUser[],
): Promise<KnownRouting> {
  const troubled = (await recipients.list()).filter(isTroubled);
  const unreachable = new Set([...alerts.unreachable.map(emailKey), ...troubled.map(({ address }) => address)]);
  return {
    admins,
    fallback: alerts.fallback,
    unreachable,
    troubled,
    ...(users !== undefined && { people: routedPeople(users, alerts.timeZoneMetadataKey) }),
    ...(alerts.timeZone !== undefined && { timeZone: alerts.timeZone }),
    ...(doorUrl !== undefined && { door: doorUrl }),
  };
}

/** How many people mail reaches. */
export interface Reachable {
  /** Of the admins and of those who stand in for others: 0 is for an alarm that is no mail. */
  readonly adminsReachable: number;
  /** Addresses that mail does not reach. */
  readonly recipientsUnreachable: number;
}

/** Counts whom mail reaches, for those who watch Curfew from outside. */
export async function countReachable(recipients: Pick<RecipientStore, 'list'>, audience: Audience): Promise<Reachable> {
  const routing = await readRouting(recipients, audience);
  const people = new Set([...routing.admins, ...routing.fallback].map(emailKey));
  return {
    adminsReachable: [...people].filter((email) => isReachable(email, routing)).length,
    recipientsUnreachable: routing.unreachable.size,
  };
}
