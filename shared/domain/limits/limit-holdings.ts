import { exemptPeople, type Exemption, type ExemptPeople } from '../budgets/exemption.ts';
import { emailKey } from '../roster/email.ts';
import type { KnownUser } from '../roster/person.ts';
import { sortedBy } from '../texts/compare-text.ts';
import type { Day } from '../time/day.ts';
import { recordsByUser, type LimitRecord } from './limit-record.ts';
import type { LimitHolding } from './limits-in-force.ts';

/** Everything that tells which limits may be in force for somebody. */
export interface LimitHoldings {
  readonly byUserId: ReadonlyMap<string, LimitRecord>;
  /** By the address that the limits were sent to, in its matching form. */
  readonly byEmail: ReadonlyMap<string, readonly LimitRecord[]>;
  readonly exempt: ExemptPeople;
}

/** Gathers the limits and the exemptions of a day. */
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
 * The limits that may be in force for a user: their own, and those that were sent for other users to an address of
 * theirs, the one on the roster or the one that their own limit was sent to. The platform knows a limit by its address
 * alone, so that any of them may be in force; and an exemption is for an address, whoever has it.
 */
export function holdingOf(
  { userId, email }: Pick<KnownUser, 'userId' | 'email'>,
  { byUserId, byEmail, exempt }: LimitHoldings,
): LimitHolding {
  const record = byUserId.get(userId);
  const key = emailKey(email ?? record?.email ?? '');
  const sentKey = record === undefined ? key : emailKey(record.email);
  const atAddresses = [key, ...(sentKey === key ? [] : [sentKey])].flatMap((address) => byEmail.get(address) ?? []);
  // Nearly everybody has an address of their own, and this is asked for each of very many.
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
    ...(exemptUntil !== undefined && { exemptUntil }),
  };
}
