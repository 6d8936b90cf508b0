import { isReachable } from '../../domain/alerts/routing.ts';
import { emailKey } from '../../domain/roster/email.ts';
import type { RecipientStore } from '../mail/ports.ts';
import { type Audience, readRouting } from './read-routing.ts';

/** How many can be told by mail. */
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
