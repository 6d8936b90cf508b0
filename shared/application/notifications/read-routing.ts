import type { Routing } from '../../domain/alerts/routing.ts';
import { isTroubled, type TroubledRecipient } from '../../domain/mail/recipient.ts';
import { emailKey } from '../../domain/roster/email.ts';
import type { RecipientStore } from '../mail/ports.ts';
import type { EnforcementSettings } from '../enforcement/enforcement-settings.ts';

/** The part of the settings that says who is told. */
export interface Audience {
  readonly admins: EnforcementSettings['admins'];
  readonly alerts: Pick<EnforcementSettings['alerts'], 'fallback' | 'unreachable'>;
}

export interface KnownRouting extends Routing {
  /** Addresses whose mail came back. */
  readonly troubled: readonly TroubledRecipient[];
}

/** Who there is to be told: by the settings, and by the mail that came back. */
export async function readRouting(
  recipients: Pick<RecipientStore, 'list'>,
  { admins, alerts }: Audience,
): Promise<KnownRouting> {
  const troubled = (await recipients.list()).filter(isTroubled);
  const unreachable = new Set([...alerts.unreachable.map(emailKey), ...troubled.map(({ address }) => address)]);
  return { admins, fallback: alerts.fallback, unreachable, troubled };
}
