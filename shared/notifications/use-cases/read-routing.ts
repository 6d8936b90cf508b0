import type { RecipientStore } from '../../mail/ports.ts';
import { isTroubled, type TroubledRecipient } from '../../mail/recipient.ts';
import { emailKey } from '../../roster/email.ts';
import type { KnownUser } from '../../roster/person.ts';
import type { DeliveryRules } from '../delivery.ts';
import { isReachable, routedPeople, type Routing } from '../routing.ts';

export interface NotificationSettings extends DeliveryRules {
  readonly fallback: readonly string[];
  /** Addresses that mail does not reach. */
  readonly unreachable: readonly string[];
  /** IANA name, for readers without a time zone; default UTC. */
  readonly timeZone?: string;
  readonly timeZoneMetadataKey?: string;
}

export interface Audience {
  readonly admins: readonly string[];
  readonly alerts: Omit<NotificationSettings, keyof DeliveryRules>;
  readonly doorUrl?: string;
}

/** Settings of jobs whose mails link to pages, too. */
interface LinkedAudience extends Audience {
  readonly consoleUrl?: string;
}

export interface KnownRouting extends Routing {
  readonly troubled: readonly TroubledRecipient[];
}

/** The recipients, by the settings, bounced mail and, where known, the roster. */
export async function readRouting(
  recipients: Pick<RecipientStore, 'list'>,
  { admins, alerts, doorUrl, consoleUrl }: LinkedAudience,
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
    door: doorUrl,
    console: consoleUrl,
  };
}

export interface Reachable {
  /** Reachable admins and substitutes: 0 raises an alarm outside of mail. */
  readonly adminsReachable: number;
  readonly recipientsUnreachable: number;
}

/** Counts reachable recipients, for monitoring. */
export async function countReachable(recipients: RecipientStore, audience: Audience): Promise<Reachable> {
  const routing = await readRouting(recipients, audience);
  const people = new Set([...routing.admins, ...routing.fallback].map(emailKey));
  return {
    adminsReachable: [...people].filter((email) => isReachable(email, routing)).length,
    recipientsUnreachable: routing.unreachable.size,
  };
}
