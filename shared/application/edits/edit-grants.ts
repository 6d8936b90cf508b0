import { exemptionKind, exemptionStatus, type Exemption, type ExemptionTerms } from '../../domain/budgets/exemption.ts';
import type { Grant } from '../../domain/budgets/exemption.ts';
import { grantTerms } from '../../domain/budgets/grant.ts';
import { topUpKind, type TopUp, type TopUpTerms } from '../../domain/budgets/top-up.ts';
import type { JournalEntry } from '../../domain/journal/journal-entry.ts';
import { plainBeside, type GrantedKind } from '../../domain/records/record-kind.ts';
import type { Day } from '../../domain/time/day.ts';
import type { Ids } from '../runs/ports.ts';
import { StaleRecordError, type Author, type GrantStore } from './ports.ts';

export interface GrantPorts {
  readonly grants: GrantStore;
  readonly ids: Ids;
}

/** What an admin says of a grant; the rest is Curfew's to note. */
export type GrantTerms =
  | ({ readonly kind: 'top-up' } & TopUpTerms & Pick<TopUp, 'usableBefore'>)
  | ({ readonly kind: 'exemption' } & ExemptionTerms);

/** `unchanged`: somebody ended it earlier. `stale`: somebody changed it at this moment; look and try again. */
export type EndOutcome =
  | { readonly kind: 'ended'; readonly grant: Grant }
  | { readonly kind: 'unchanged'; readonly grant: Grant }
  | { readonly kind: 'not-there' }
  | { readonly kind: 'stale'; readonly problem: string };

/** Adds a top-up or an exemption, together with its journal entry. It counts from the next run on. */
export async function addGrant(ports: GrantPorts, terms: GrantTerms, author: Author): Promise<Grant> {
  const grant = { ...proposedGrant(terms, author), id: ports.ids.next() };
  await ports.grants.put(grant, entryOf(grant, 'added', author));
  return grant;
}

/** Ends a top-up before its last day, together with its journal entry; it counts for nothing from the next run on. */
export async function endTopUp(ports: GrantPorts, id: string, author: Author): Promise<EndOutcome> {
  const { grants } = await ports.grants.list();
  const grant = grants.find((each) => each.kind === 'top-up' && each.id === id);
  return grant === undefined ? { kind: 'not-there' } : end(ports, grant, author);
}

/** Ends exemptions, one after the other, each together with its journal entry. */
export async function endExemptions(
  ports: GrantPorts,
  exemptions: readonly Exemption[],
  author: Author,
): Promise<readonly EndOutcome[]> {
  const outcomes: EndOutcome[] = [];
  for (const exemption of exemptions) {
    outcomes.push(await end(ports, exemption, author));
  }
  return outcomes;
}

/**
 * The exemptions of a user, by the matching form of the email, that there are to end on a day: those in force, or else
 * those that are over. A run may be made as of an earlier day, on which one that is over today is in force.
 */
export function exemptionsToEnd(grants: readonly Grant[], email: string, today: Day): readonly Exemption[] {
  const open = grants
    .filter((grant) => grant.kind === 'exemption')
    .filter((exemption) => exemption.email === email && exemption.endedAt === undefined);
  const inForce = open.filter((exemption) => exemptionStatus(exemption, today) === 'in-force');
  return inForce.length > 0 ? inForce : open;
}

/** A grant as it will be, before it has an id. */
export function proposedGrant(terms: GrantTerms, author: Author): Grant {
  return { ...terms, id: 'proposed', createdBy: author.name, createdAt: author.at, version: 1 };
}

/** A grant as it will be once somebody has ended it. */
export function endedGrant<G extends Grant>(grant: G, author: Author): G {
  return { ...grant, endedAt: author.at, version: grant.version + 1 };
}

async function end({ grants }: GrantPorts, before: Grant, author: Author): Promise<EndOutcome> {
  if (before.endedAt !== undefined) {
    return { kind: 'unchanged', grant: before };
  }
  const grant = endedGrant(before, author);
  try {
    await grants.put(grant, entryOf(grant, 'ended', author));
    return { kind: 'ended', grant };
  } catch (error) {
    if (!(error instanceof StaleRecordError)) {
      throw error;
    }
    return { kind: 'stale', problem: `${error.message}: somebody else changed it meanwhile; look and try again` };
  }
}

function entryOf(grant: Grant, what: 'added' | 'ended', author: Author): JournalEntry {
  return grant.kind === 'top-up'
    ? grantEntry(topUpKind, grant, { terms: grantTerms(grant), what, author })
    : grantEntry(exemptionKind, grant, { terms: grantTerms(grant), what, author });
}

function grantEntry<Key, Terms extends Key>(
  kind: GrantedKind<Key, Terms>,
  { id, version }: Pick<Grant, 'id' | 'version'>,
  { terms, what, author }: { readonly terms: Terms; readonly what: 'added' | 'ended'; readonly author: Author },
): JournalEntry {
  return {
    // Two people who end the same grant at once are told apart by what they would write.
    id: `${kind.name}/${id}/${what}/${author.name}`,
    at: author.at,
    kind: `${kind.name}-${what}`,
    actor: author.name,
    subject: kind.subject(terms),
    detail: { grant: id, ...plainBeside(kind, terms), version },
  };
}
