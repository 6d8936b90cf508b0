import { formatScope } from '../budgets/scope.ts';
import type { PoolRoom, Shortfall } from '../caps/top-up-gain.ts';
import { type TopUpWay, type TopUpWays, waysOf, type WaysOrder } from '../caps/top-up-ways.ts';
import type { EnforcementSettings } from '../enforcement/enforcement-settings.ts';
import { planInputsOf } from '../enforcement/planned.ts';
import { collectTables, type TablePorts } from '../enforcement/use-cases/collect/collect-tables.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import { type Author, type GrantStore, StaleRecordError } from '../kernel/records/ports.ts';
import { type GrantedKind, plainBeside } from '../kernel/records/record-kind.ts';
import { laterRunMs } from '../kernel/runs/next-run.ts';
import type { Ids } from '../kernel/runs/ports.ts';
import { type Day, dayOf } from '../kernel/time/day.ts';
import { type Exemption, exemptionKind, exemptionStatus, type ExemptionTerms, type Grant } from './exemption.ts';
import { editOfGrant, grantTerms } from './grant.ts';
import { type TopUp, topUpKind, type TopUpTerms } from './top-up.ts';

export interface GrantPorts {
  readonly grants: GrantStore;
  readonly ids: Ids;
}

export type GrantTerms =
  | ({ readonly kind: 'top-up' } & TopUpTerms & Pick<TopUp, 'usableBefore'>)
  | ({ readonly kind: 'exemption' } & ExemptionTerms);

/** Adds a top-up or an exemption with its journal entry. It takes effect with the next run. */
export async function addGrant(ports: GrantPorts, terms: GrantTerms, author: Author): Promise<Grant> {
  const grant = { ...proposedGrant(terms, author), id: ports.ids.next() };
  await editGrant(ports, grant, author);
  return grant;
}

/** Ends a top-up before its last day, with its journal entry, from the next run on. */
export async function endTopUp(ports: GrantPorts, id: string, author: Author): Promise<EndOutcome<Grant>> {
  const { grants } = await ports.grants.list();
  return end(
    ports,
    grants.find((each) => each.kind === 'top-up' && each.id === id),
    author,
  );
}

/** Ends exemptions one after the other, each with its journal entry. */
export async function endExemptions(
  ports: GrantPorts,
  exemptions: readonly Exemption[],
  author: Author,
): Promise<readonly EndOutcome<Grant>[]> {
  const outcomes: EndOutcome<Grant>[] = [];
  for (const exemption of exemptions) {
    outcomes.push(await end(ports, exemption, author));
  }
  return outcomes;
}

/**
 * The exemptions to end of a user, by normalized email: those in force on a day, or else those that are over. A run may
 * be made for an earlier day, on which an exemption that is over today is in force.
 */
export function exemptionsToEnd(grants: readonly Grant[], email: string, today: Day): readonly Exemption[] {
  const open = grants
    .filter((grant) => grant.kind === 'exemption')
    .filter((exemption) => exemption.email === email && exemption.endedAt === undefined);
  const inForce = open.filter((exemption) => exemptionStatus(exemption, today) === 'in-force');
  return inForce.length > 0 ? inForce : open;
}

/** A grant before it has an id. */
export function proposedGrant(terms: GrantTerms, author: Author): Grant {
  return { ...terms, id: 'proposed', createdBy: author.name, createdAt: author.at, version: 1 };
}

async function end(ports: GrantPorts, before: Grant | undefined, author: Author): Promise<EndOutcome<Grant>> {
  return endGranted(before, author, async (ended) => editGrant(ports, ended, author));
}

async function editGrant({ grants }: GrantPorts, grant: Grant, author: Author): Promise<void> {
  const entry = entryOf(grant, author);
  await grants.edit(editOfGrant(grant, entry), entry);
}

function entryOf(grant: Grant, author: Author): JournalEntry {
  return grant.kind === 'top-up'
    ? grantedEntry(topUpKind, grant, { terms: grantTerms(grant), author })
    : grantedEntry(exemptionKind, grant, { terms: grantTerms(grant), author });
}

interface Granted {
  readonly id: string;
  /** ISO instant at which a person ended it early. */
  readonly endedAt?: string;
  /** Counts edits from 1; an edit of a stale version is refused. */
  readonly version: number;
}

/** `unchanged`: it had ended before. `stale`: a concurrent edit; read again and retry. */
export type EndOutcome<Record> =
  | { readonly kind: 'ended'; readonly grant: Record }
  | { readonly kind: 'unchanged'; readonly grant: Record }
  | { readonly kind: 'not-there' }
  | { readonly kind: 'stale'; readonly problem: string };

export function endedGrant<Record extends Granted>(before: Record, author: Author): Record {
  return { ...before, endedAt: author.at, version: before.version + 1 };
}

/** Ends a record early. `put` writes it with its journal entry and throws StaleRecordError. */
export async function endGranted<Record extends Granted>(
  before: Record | undefined,
  author: Author,
  put: (ended: Record) => Promise<void>,
): Promise<EndOutcome<Record>> {
  if (before === undefined || before.endedAt !== undefined) {
    return before === undefined ? { kind: 'not-there' } : { kind: 'unchanged', grant: before };
  }
  const grant = endedGrant(before, author);
  try {
    await put(grant);
    return { kind: 'ended', grant };
  } catch (error) {
    if (!(error instanceof StaleRecordError)) {
      throw error;
    }
    return { kind: 'stale', problem: `${error.message}: it was changed meanwhile; look and try again` };
  }
}

/** The journal entry of an added or ended record: the author and what was granted. */
export function grantedEntry<Key, Terms extends Key>(
  kind: GrantedKind<Key, Terms>,
  { id, version, endedAt }: Granted,
  { terms, author }: { readonly terms: Terms; readonly author: Author },
): JournalEntry {
  const what = endedAt === undefined ? 'added' : 'ended';
  return {
    // The author is part of the id: two people may end the same record at once.
    id: `${kind.name}/${id}/${what}/${author.name}`,
    at: author.at,
    kind: `${kind.name}-${what}`,
    actor: author.name,
    subject: kind.subject(terms),
    detail: { grant: id, ...plainBeside(kind, terms), version },
  };
}

export interface TopUpPreview extends TopUpWays {
  /** Unix milliseconds: lowered limits free credits from this run on. */
  readonly laterMs: number;
}

/** What a top-up would give, from the tables, by the division of the following run. Changes nothing. */
export async function previewTopUp(
  ports: TablePorts,
  order: WaysOrder & { readonly settings: EnforcementSettings; readonly atMs: number },
): Promise<TopUpPreview> {
  const { settings, atMs } = order;
  const run = { runId: 'preview', at: new Date(atMs).toISOString(), today: dayOf(atMs) };
  const collected = await collectTables(ports, settings, run);
  const input = planInputsOf(settings, run, { collected, limits: await ports.limits.list() });
  return { ...waysOf(input, order, run.at), laterMs: laterRunMs(atMs) };
}

/**
 * What a reader may see of a preview: their own pools among those that leave less than ordered, and larger pools only
 * if they may see the organization's. `isSeen` takes `org` or `team:NAME`.
 */
export function visiblePreview(
  { raisePools, withinPool, ...preview }: TopUpPreview,
  isSeen: (scope: string) => boolean,
): TopUpPreview {
  const seenRooms = (rooms: readonly PoolRoom[]) => rooms.filter(({ pool }) => isSeen(formatScope(pool.scope)));
  const seenPools = (shortfall: Shortfall): Shortfall =>
    shortfall.kind === 'pools' ? { kind: 'pools', pools: seenRooms(shortfall.pools) } : shortfall;
  const seenWay = ({ wayOut, ...way }: TopUpWay): TopUpWay => ({
    ...way,
    team: way.team && { ...way.team, pools: seenRooms(way.team.pools) },
    // Half of a way out is none.
    ...(wayOut !== undefined &&
      seenRooms(wayOut.covers).length === wayOut.covers.length &&
      isSeen('org') && { wayOut }),
    gains: way.gains.map(({ shortfall, ...gain }) => ({
      ...gain,
      shortfall: shortfall && seenPools(shortfall),
    })),
  });
  return {
    ...preview,
    ordered: seenWay(preview.ordered),
    withinPool: withinPool && seenWay(withinPool),
    needed: preview.needed && { ...preview.needed, ...(!isSeen('org') && { poolOverCredits: undefined }) },
    raisePools: isSeen('org') ? raisePools : undefined,
  };
}
