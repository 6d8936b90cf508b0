import { evidenceWriter, type EvidencePorts, type EvidenceRecord } from '../../evidence/use-cases/record-evidence.ts';
import { endGranted, grantedEntry, type EndOutcome } from '../../grants/use-cases.ts';
import type { JournalEntry } from '../../journal/journal-entry.ts';
import { compareWithActor, type Identities } from '../../kernel/access/same-person.ts';
import type { Author } from '../../kernel/records/ports.ts';
import type { Ids, Journal } from '../../kernel/runs/ports.ts';
import { problemOfReason } from '../../notifications/conditions/acknowledge.ts';
import {
  acknowledgeAlert,
  acknowledgeRevision,
  type AcknowledgeOutcome,
} from '../../notifications/use-cases/acknowledge.ts';
import { looseningConditionId } from '../alerts/watch-loosenings.ts';
import {
  type Announcement,
  announcementKind,
  type AnnouncementOrder,
  type AnnouncementProblem,
  announcementStatus,
  decideAnnouncement,
} from '../announcement.ts';
import type { Baseline } from '../baseline.ts';
import {
  allowanceTerms,
  type ControlException,
  decideException,
  exceptionKind,
  type ExceptionOrder,
  type ExceptionProblem,
  exceptionStatus,
} from '../control-exception.ts';
import type { JsonObject } from '../json.ts';
import type { ControlsDecisionStore, SubjectAcknowledgement } from '../ports.ts';
import type { Actor } from '../revision.ts';

export interface DecisionPorts extends EvidencePorts {
  readonly decisions: ControlsDecisionStore;
  readonly journal: Journal;
  readonly ids: Ids;
}

/** Approves a baseline, with evidence and journal. Throws StaleRecordError when another was approved meanwhile. */
export async function approveBaseline(
  ports: DecisionPorts,
  { digest, ...approved }: Pick<Baseline, 'settings' | 'source'> & { readonly digest: string },
  { name: approvedBy, at: approvedAt }: Author,
): Promise<{ readonly baseline: Baseline; readonly version: number }> {
  const seenVersion = (await ports.decisions.readBaseline())?.version ?? 0;
  const baseline = { ...approved, approvedBy, approvedAt };
  const version = seenVersion + 1;
  await ports.decisions.approveBaseline(baseline, seenVersion);
  const body: JsonObject = { version, source: { ...approved.source }, approvedBy, approvedAt, digest };
  const evidence: EvidenceRecord = { kind: 'baseline', id: `baseline/${version}`, body };
  await record(ports, evidence, {
    id: `controls/${evidence.id}`,
    at: approvedAt,
    kind: 'baseline-approved',
    actor: approvedBy,
    subject: evidence.id,
    detail: body,
  });
  return { baseline, version };
}

type ExceptionOutcome =
  | { readonly kind: 'added'; readonly exception: ControlException }
  | { readonly kind: 'refused'; readonly problems: readonly ExceptionProblem[] };

/** Allows a control to deviate from the baseline for a limited time, when the order is valid. */
export async function addException(
  ports: DecisionPorts,
  order: ExceptionOrder,
  author: Author,
): Promise<ExceptionOutcome> {
  const decision = decideException(order, Date.parse(author.at));
  if (decision.kind === 'refused') {
    return decision;
  }
  const exception: ControlException = { ...decision.order, ...notedBeside(ports, author) };
  await putException(ports, exception, author);
  return { kind: 'added', exception };
}

/** Ends an exception before it expires. `unchanged`: it has already ended or expired. */
export async function endException(
  ports: DecisionPorts,
  id: string,
  author: Author,
): Promise<EndOutcome<ControlException>> {
  const exception = (await ports.decisions.listExceptions()).find((each) => each.id === id);
  return exception !== undefined && exceptionStatus(exception, Date.parse(author.at)) === 'expired'
    ? { kind: 'unchanged', grant: exception }
    : endGranted(exception, author, async (ended) => putException(ports, ended, author));
}

async function putException(ports: DecisionPorts, exception: ControlException, author: Author): Promise<void> {
  await ports.decisions.putException(exception);
  const entry = grantedEntry(exceptionKind, exception, { terms: allowanceTerms(exception), author });
  await recordAllowance(ports, { ...exception, kind: 'exception', exceptionId: exception.id }, entry);
}

type AnnouncementOutcome =
  | { readonly kind: 'added'; readonly announcement: Announcement }
  | { readonly kind: 'refused'; readonly problems: readonly AnnouncementProblem[] };

/** Announces a change of a control, when the order is valid. Covers changes made from now until its end. */
export async function announceChange(
  ports: DecisionPorts,
  order: AnnouncementOrder,
  author: Author,
): Promise<AnnouncementOutcome> {
  const decision = decideAnnouncement(order, Date.parse(author.at));
  if (decision.kind === 'refused') {
    return decision;
  }
  const announcement: Announcement = { ...decision.order, ...notedBeside(ports, author) };
  await putAnnouncement(ports, announcement, author);
  return { kind: 'added', announcement };
}

/** Withdraws an announcement. `unchanged`: it was withdrawn before or has ended. */
export async function endAnnouncement(
  ports: DecisionPorts,
  id: string,
  author: Author,
): Promise<EndOutcome<Announcement>> {
  const announcement = (await ports.decisions.listAnnouncements()).find((each) => each.id === id);
  return announcement !== undefined && announcementStatus(announcement, Date.parse(author.at)) === 'expired'
    ? { kind: 'unchanged', grant: announcement }
    : endGranted(announcement, author, async (ended) => putAnnouncement(ports, ended, author));
}

async function putAnnouncement(ports: DecisionPorts, announcement: Announcement, author: Author): Promise<void> {
  await ports.decisions.putAnnouncement(announcement);
  const entry = grantedEntry(announcementKind, announcement, { terms: allowanceTerms(announcement), author });
  await recordAllowance(ports, { ...announcement, kind: 'announced', announcementId: announcement.id }, entry);
}

function notedBeside({ ids }: DecisionPorts, { name, at }: Author) {
  return { id: ids.next(), createdBy: name, createdAt: at, version: 1 };
}

async function recordAllowance(
  ports: DecisionPorts,
  {
    kind,
    ...grant
  }: { readonly id: string; readonly version: number } & {
    readonly kind: 'announced' | 'exception';
    /** The id of the exception or announcement; `id` is the evidence's. */
    readonly exceptionId?: string;
    readonly announcementId?: string;
  },
  entry: JournalEntry,
): Promise<void> {
  const body = Object.fromEntries(Object.entries(grant).filter(([, value]) => value !== undefined)) as JsonObject;
  await record(ports, { kind, id: `${kind}/${grant.id}/${grant.version}`, body }, entry);
}

export interface AcknowledgedRevision {
  /** `revision/SERIES/NUMBER`. */
  readonly subject: string;
  readonly actor: Actor;
}

export type AcknowledgePorts = DecisionPorts & Parameters<typeof acknowledgeAlert>[0];

/** Records a review of revisions and acknowledges their alerts. `busy`: a run is active; those done so far stay so. */
export async function acknowledgeRevisions(
  ports: AcknowledgePorts,
  {
    revisions,
    reason,
    identities = {},
  }: { readonly revisions: readonly AcknowledgedRevision[]; readonly reason: string; readonly identities?: Identities },
  { name: by, at }: Author,
): Promise<
  | { readonly kind: 'acknowledged'; readonly acknowledgements: readonly SubjectAcknowledgement[] }
  | Extract<AcknowledgeOutcome, { readonly kind: 'busy' | 'refused' }>
> {
  const problem = problemOfReason(reason);
  if (problem !== undefined) {
    return { kind: 'refused', reason: problem };
  }
  const acknowledgements: SubjectAcknowledgement[] = [];
  for (const { subject, actor } of revisions) {
    const acknowledgement = { subject, by, at, reason, ownChange: compareWithActor(by, actor, identities) };
    const outcome = await acknowledgeAlert(ports, looseningConditionId(subject), { by, at, reason, identities });
    if (outcome.kind === 'busy' || outcome.kind === 'refused') {
      return outcome;
    }
    if (outcome.kind === 'not-there') {
      await acknowledgeRevision(ports, acknowledgement);
    }
    acknowledgements.push(acknowledgement);
  }
  return { kind: 'acknowledged', acknowledgements };
}

/** The chain before the journal: evidence cannot be withdrawn afterwards. */
async function record(ports: DecisionPorts, evidence: EvidenceRecord, entry: JournalEntry): Promise<void> {
  const writer = await evidenceWriter(ports);
  await writer.add(evidence);
  await ports.journal.append([entry]);
}
