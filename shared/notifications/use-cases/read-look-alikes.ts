import type { LookAlikes } from '../../kernel/texts/look-alike.ts';
import { toldApartById } from '../../roster/twins.ts';
import type { AlertStore } from '../ports.ts';

/** The accounts that texts tell apart by their ids: those of the open alerts about look-alikes, acknowledged or not. */
export async function readLookAlikes({ alerts }: { readonly alerts: AlertStore }): Promise<LookAlikes> {
  const open = await alerts.read('roster', []);
  return toldApartById(
    open.flatMap((state) =>
      state.kind === 'observed' && state.observation.topic === 'look-alike-users' ? state.observation.fingerprint : [],
    ),
  );
}
