import { exemptPeople, type Exemption, type ExemptPeople } from '../grants/exemption.ts';
import { sortedBy } from '../kernel/texts/compare-text.ts';
import type { Day } from '../kernel/time/day.ts';
import { emailKey } from '../roster/email.ts';
import type { KnownUser } from '../roster/person.ts';
import { recordsByUser, type LimitRecord } from './limit-record.ts';
import type { LimitHolding } from './limits-in-force.ts';

export interface LimitHoldings {
  readonly byUserId: ReadonlyMap<string, LimitRecord>;
  /** By the address that the limits were sent to, in its matching form. */
  readonly byEmail: ReadonlyMap<string, readonly LimitRecord[]>;
  readonly exempt: ExemptPeople;
}

export function limitHoldings(
  limits: readonly LimitRecord[],
  { exemptions, day }: { readonly exemptions: readonly Exemption[]; readonly day: Day },
): LimitHoldings {
  return {
    byUserId: recordsByUser(limits),
    byEmail: Map.groupBy(limits, ({ email }) => emailKey(email)),
    exempt: exemptPeople(exemptions, day),
  };
}

/**
 * Returns the limits that may be in force for a user: their own, and those sent for other users to their address on the
 * roster or in their record. The platform knows a limit only by its address, so each may be in force; an exemption also
 * applies to an address.
 */
export function holdingOf({ userId, email }: KnownUser, { byUserId, byEmail, exempt }: LimitHoldings): LimitHolding {
  const record = byUserId.get(userId);
  const key = emailKey(email ?? record?.email ?? '');
  const sentKey = record === undefined ? key : emailKey(record.email);
  const atAddresses = [key, ...(sentKey === key ? [] : [sentKey])].flatMap((address) => byEmail.get(address) ?? []);
  // The fast path: nearly every user has an address of their own, and this runs for very many.
  const isAlone = atAddresses.every((other) => other === record);
  const others = isAlone
    ? []
    : sortedBy(
        atAddresses.filter((other) => other.userId !== userId),
        (other) => other.userId,
      );
  const exemptUntil = exempt.exemptUntil.get(key);
  return {
    record,
    ...(others.length > 0 && { others }),
    ...(exempt.emails.has(key) && { isExempt: true as const }),
    exemptUntil,
  };
}
