import type { RecipientStore } from '../../mail/ports.ts';
import type { Audience } from '../delivery.ts';
import type { AlertStore } from '../ports.ts';
import { alertLeases } from '../topics.ts';
import { describeUnheard, unheardConditions } from '../unheard.ts';
import { readRouting } from './read-routing.ts';

/** Serious open conditions that no one can be notified of. `at`: ISO instant. */
export async function findUnheard(
  { alerts, recipients }: { readonly alerts: AlertStore; readonly recipients: RecipientStore },
  audience: Audience,
  at: string,
): Promise<string | undefined> {
  const open = await Promise.all(alertLeases.map(async (lease) => alerts.read(lease, [])));
  const routing = await readRouting(recipients, audience);
  return describeUnheard(unheardConditions(open.flat(), routing, at), routing);
}
