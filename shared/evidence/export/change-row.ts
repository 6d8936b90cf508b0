import { describeSpan, spanMs } from '../../controls/findings/finding.ts';
import type { Actor } from '../../controls/revision.ts';
import { compareText } from '../../kernel/texts/compare-text.ts';
import { compareSeverity } from '../../notifications/severity.ts';
import { acceptancesIn, type Acceptance } from '../acceptance.ts';
import type { EvidenceRecord } from '../evidence-record.ts';
import { isMadeIn, type EvidencedStep } from '../evidenced-step.ts';
import type { RecordedChange } from '../recorded-change.ts';
import { isListed } from './evidence-filter.ts';

export interface ListedChange {
  readonly step: EvidencedStep;
  readonly index: number;
  readonly change: RecordedChange;
  readonly status: LooseningStatus | undefined;
  readonly acceptances: readonly Acceptance[];
  readonly reverted: EvidencedStep | undefined;
}

export interface ListedChanges {
  readonly listed: readonly ListedChange[];
  readonly omitted: number;
}

/** Returns the changes of the period in the order of recording, the worst of each revision first. */
export function listedChanges(record: EvidenceRecord): ListedChanges {
  const find = acceptancesIn(record.links);
  const { steps, exportedAt: at } = record;
  const all = steps.flatMap((step, position) =>
    isMadeIn(record.period, step)
      ? step.changes.map((change, index): ListedChange => {
          const reverted = change.direction === 'loosened' ? revertOf(change, steps.slice(position + 1)) : undefined;
          const acceptances = find({ step, change, until: reverted?.updatedAt ?? at });
          return {
            step,
            index,
            change,
            reverted,
            acceptances,
            status: statusOf(change, { reverted, acceptances, at }),
          };
        })
      : [],
  );
  const listed = all.filter((each) => isListed(record.filter, each));
  return { listed, omitted: all.length - listed.length };
}

/** Returns a change as every file of the export shows it. `null`: unknown or not so. */
export function changeRow({ step, index, change, status, acceptances, reverted }: ListedChange) {
  const { actor, updatedAt, seenAt, previous, place } = step;
  const joined = <Value>(of: (acceptance: Acceptance) => Value | undefined) =>
    acceptances.map((acceptance) => of(acceptance) ?? '');
  return {
    changedAt: updatedAt,
    noticedAt: seenAt ?? null,
    noticedAfter: spanBetween(updatedAt, seenAt),
    series: step.series,
    revision: step.revision,
    previousRevision: previous?.revision ?? null,
    rewritten: step.isRewritten ? 'yes' : 'no',
    actor: calledAs(actor),
    actorName: actor.name ?? null,
    actorEmail: actor.email ?? null,
    actorId: actor.id ?? null,
    ...changeFields(change),
    status: status ?? null,
    acceptedBy: joined(({ by }) => by),
    acceptedAs: joined(({ kind }) => kind),
    acceptedAt: joined(({ at }) => at),
    tickets: joined(({ ticket }) => ticket),
    reasons: joined(({ reason }) => reason),
    acceptedUntil: joined(({ until }) => until ?? 'no end'),
    ownChange: joined(({ kind, ownChange }) => (kind === 'acknowledged' ? (ownChange ?? 'unknown') : undefined)),
    acceptedInLinks: joined(({ link }) => `${link}`),
    authorized: authorizedOf(acceptances, updatedAt),
    revertedIn: reverted?.revision ?? null,
    revertedAt: reverted?.updatedAt ?? null,
    revertedBy: reverted === undefined ? null : calledAs(reverted.actor),
    revertedAfter: reverted === undefined ? null : spanBetween(updatedAt, reverted.updatedAt),
    revertedInLink: reverted?.place?.seq ?? null,
    judged: step.judged,
    index,
    link: place?.seq ?? null,
    hash: place?.hash ?? null,
    recordedAt: place?.recordedAt ?? null,
    digest: step.digest,
    previousDigest: previous?.digest ?? null,
  };
}

function authorizedOf(acceptances: readonly Acceptance[], madeAt: string): 'after' | 'before' | 'no' {
  const isBefore = acceptances.some(({ kind, at }) => kind !== 'acknowledged' && Date.parse(at) <= Date.parse(madeAt));
  return isBefore ? 'before' : acceptances.length > 0 ? 'after' : 'no';
}

export type ChangeRow = ReturnType<typeof changeRow>;

/** Returns the loosenings, those that need action first: open, accepted, reverted, each worst first. */
export function loosenings(rows: readonly ChangeRow[]): readonly ChangeRow[] {
  const rank = ({ status }: ChangeRow): number => ['open', 'accepted', 'reverted'].indexOf(status ?? '');
  return rows
    .filter(({ status }) => status !== null)
    .toSorted((a, b) => rank(a) - rank(b) || compareSeverity(a.severity, b.severity));
}

/** Returns the first of name, email and id that the platform gives. */
export function calledAs({ name, email, id }: Actor): string {
  return [name, email, id].find((each) => each !== undefined && each.trim() !== '') ?? 'unknown';
}

/** The link's own words: an auditor compares the two. */
function changeFields(change: RecordedChange) {
  const { before = null, after = null, baseSeverity, quiet = null, announced = null, ...rest } = change;
  // Tables do not keep the order of a map's fields, and the same record must give the same files.
  const ordered = Object.entries(rest).toSorted(([one], [other]) => compareText(one, other));
  return {
    ...(Object.fromEntries(ordered) as typeof rest),
    announced,
    baseSeverity: baseSeverity ?? change.severity,
    before,
    after,
    quiet,
  };
}

function spanBetween(from: string, until: string | undefined): string | null {
  const span = until === undefined ? undefined : spanMs(from, until);
  return span === undefined ? null : describeSpan(span);
}

type LooseningStatus = 'accepted' | 'open' | 'reverted';

/**
 * Returns the step that reverts a change: the first later one after which the field has its old value, all additions
 * are gone and all removals are back, or the entry that contained it is removed. `later`: ascending.
 */
export function revertOf(change: RecordedChange, later: readonly EvidencedStep[]): EvidencedStep | undefined {
  const added = new Set(change.added);
  const removed = new Set(change.removed);
  const isList = added.size + removed.size > 0;
  return later.find(({ changes }) =>
    changes.some((next) => {
      if (next.path !== change.path) {
        return isEntryRemoved(next, change);
      }
      next.removed.forEach((name) => added.delete(name));
      next.added.forEach((name) => removed.delete(name));
      return isList ? added.size + removed.size === 0 : next.after === change.before || isSwitchedBack(next);
    }),
  );
}

function isEntryRemoved(next: RecordedChange, { path }: RecordedChange): boolean {
  return next.after === undefined && next.path.endsWith(']') && path.startsWith(`${next.path}.`);
}

/** A switch has no state in between. */
function isSwitchedBack({ direction, after }: RecordedChange): boolean {
  return direction === 'tightened' && (after === 'true' || after === 'false');
}

/** Only loosenings with an effect have a status. `at`: ISO instant. */
export function statusOf(
  { direction, quiet }: RecordedChange,
  {
    reverted,
    acceptances,
    at,
  }: { readonly reverted: EvidencedStep | undefined; readonly acceptances: readonly Acceptance[]; readonly at: string },
): LooseningStatus | undefined {
  if (direction !== 'loosened' || quiet !== undefined) {
    return undefined;
  }
  if (reverted !== undefined) {
    return 'reverted';
  }
  const isAccepted = acceptances.some(({ until }) => until === undefined || Date.parse(until) > Date.parse(at));
  return isAccepted ? 'accepted' : 'open';
}
