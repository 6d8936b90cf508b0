import type { LookAlikes } from '../../kernel/texts/look-alike.ts';
import type { AddressStore, RecipientStore } from '../../mail/ports.ts';
import { isTroubled } from '../../mail/recipient.ts';
import { emailKey } from '../../roster/email.ts';
import type { KnownUser } from '../../roster/person.ts';
import { toldApartById } from '../../roster/twins.ts';
import type { Audience } from '../delivery.ts';
import type { AlertStore } from '../ports.ts';
import { isReachable, type KnownRouting, routedPeople } from '../routing.ts';

/** The recipients, by the settings, bounced mail and, where known, the roster. */
export async function readRouting(
  recipients: Pick<RecipientStore, 'list' | 'listChannels'>,
  { admins, alerts, doorUrl, consoleUrl }: Audience,
  users?: readonly KnownUser[],
): Promise<KnownRouting> {
  const [known, channels] = await Promise.all([recipients.list(), recipients.listChannels()]);
  const troubled = known.filter(isTroubled);
  const unreachable = new Set([...alerts.unreachable.map(emailKey), ...troubled.map(({ address }) => address)]);
  return {
    admins,
    fallback: alerts.fallback,
    unreachable,
    troubled,
    channels: channels.length === 0 ? undefined : channels,
    people: users && routedPeople(users, alerts.timeZoneMetadataKey),
    timeZone: alerts.timeZone,
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
export async function countReachable(recipients: Pick<AddressStore, 'list'>, audience: Audience): Promise<Reachable> {
  const routing = await readRouting({ list: recipients.list, listChannels: async () => Promise.resolve([]) }, audience);
  const people = new Set([...routing.admins, ...routing.fallback].map(emailKey));
  return {
    adminsReachable: [...people].filter((email) => isReachable(email, routing)).length,
    recipientsUnreachable: routing.unreachable.size,
  };
}

/** The accounts that texts tell apart by their ids: those of the open alerts about look-alikes, acknowledged or not. */
export async function readLookAlikes({ alerts }: { readonly alerts: AlertStore }): Promise<LookAlikes> {
  const open = await alerts.read('roster', []);
  return toldApartById(
    open.flatMap((state) =>
      state.kind === 'observed' && state.observation.topic === 'look-alike-users' ? state.observation.fingerprint : [],
    ),
  );
}
