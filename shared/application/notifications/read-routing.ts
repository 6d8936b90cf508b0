import { isTroubled, type TroubledRecipient } from '../../domain/mail/recipient.ts';
import type { DeliveryRules } from '../../domain/notifications/delivery.ts';
import { isReachable, type Routing } from '../../domain/notifications/routing.ts';
import { emailKey } from '../../domain/roster/email.ts';
import type { RecipientStore } from '../mail/ports.ts';

/** When people are notified, and who is notified in place of whom. */
export interface NotificationSettings extends DeliveryRules {
  readonly fallback: readonly string[];
  /** Addresses that mail does not reach. */
  readonly unreachable: readonly string[];
}

/** The part of the settings that says who is notified. */
export interface Audience {
  readonly admins: readonly string[];
  readonly alerts: Pick<NotificationSettings, 'fallback' | 'unreachable'>;
}

export interface KnownRouting extends Routing {
  /** Addresses whose mail came back. */
  readonly troubled: readonly TroubledRecipient[];
}

/** Who there is to be notified: by the settings, and by the mail that came back. */
export async function readRouting(
  recipients: Pick<RecipientStore, 'list'>,
  { admins, alerts }: Audience,
): Promise<KnownRouting> {
  const troubled = (await recipients.list()).filter(isTroubled);
  const unreachable = new Set([...alerts.unreachable.map(emailKey), ...troubled.map(({ address }) => address)]);
  return { admins, fallback: alerts.fallback, unreachable, troubled };
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
