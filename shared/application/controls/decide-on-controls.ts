import {
  announcementKind,
  decideAnnouncement,
  type AnnouncementOrder,
  type AnnouncementProblem,
} from '../../domain/controls/announcements/announcement-order.ts';
import { announcementStatus, type Announcement } from '../../domain/controls/announcements/announcement.ts';
import type { Baseline } from '../../domain/controls/baseline.ts';
import { type ControlException, exceptionStatus } from '../../domain/controls/exceptions/control-exception.ts';
import {
  decideException,
  exceptionKind,
  allowanceTerms,
  type ExceptionOrder,
  type ExceptionProblem,
} from '../../domain/controls/exceptions/exception-order.ts';
import type { RevisionEntry } from '../../domain/controls/history/revision-entry.ts';
import type { JsonObject } from '../../domain/controls/json.ts';
import type { JournalEntry } from '../../domain/journal/journal-entry.ts';
import { endGranted, grantedEntry, type EndOutcome } from '../edits/edit-grants.ts';
import type { Author } from '../edits/ports.ts';
import { recordAcknowledgement } from '../notifications/acknowledge.ts';
import type { Ids, Journal } from '../runs/ports.ts';
import { evidenceWriter, type EvidencePorts, type EvidenceRecord } from './evidence/record-evidence.ts';
import type { ControlsDecisionStore, SubjectAcknowledgement } from './ports.ts';

export interface DecisionPorts extends EvidencePorts {
  readonly decisions: ControlsDecisionStore;
  readonly journal: Journal;
  readonly ids: Ids;
}

/**
 * Approves settings as the baseline, records that as evidence and in the journal. Raises StaleRecordError when
 * another one was approved meanwhile.
 */
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

/** Allows a control to deviate from the baseline for a time, when the order is valid. */
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

/** Ends an exception before it expires. `unchanged`: it has ended or expired before. */
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

/** Announces a change of a control, when the order is valid: from now on, and for what is made before its end. */
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

/** Takes an announcement back. `unchanged`: it was taken back before, or is over. */
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

/** What Curfew notes beside what was asked for. */
function notedBeside({ ids }: DecisionPorts, { name, at }: Author) {
  return { id: ids.next(), createdBy: name, createdAt: at, version: 1 };
}

interface RecordedAllowance extends Pick<ControlException, 'id' | 'version'> {
  readonly kind: 'announced' | 'exception';
  /** Its own id, since evidence has another: of an exception, or of an announcement. */
  readonly exceptionId?: string;
  readonly announcementId?: string;
}

async function recordAllowance(
  ports: DecisionPorts,
  { kind, ...grant }: RecordedAllowance,
  entry: JournalEntry,
): Promise<void> {
  const body = Object.fromEntries(Object.entries(grant).filter(([, value]) => value !== undefined)) as JsonObject;
  await record(ports, { kind, id: `${kind}/${grant.id}/${grant.version}`, body }, entry);
}

/** Says that somebody has looked at revisions, and why they are as they should be. */
export async function acknowledgeRevisions(
  ports: DecisionPorts,
  { subjects, reason }: { readonly subjects: readonly string[]; readonly reason: string },
  author: Author,
): Promise<readonly SubjectAcknowledgement[]> {
  const acknowledgements = subjects.map((subject) => ({ subject, by: author.name, at: author.at, reason }));
  for (const acknowledgement of acknowledgements) {
    await ports.decisions.acknowledge(acknowledgement);
    await recordAcknowledgement(ports, acknowledgement.subject, acknowledgement);
  }
  return acknowledgements;
}

/** What acknowledgements of a revision are about. */
export function subjectOfRevision({ series, revision }: Pick<RevisionEntry, 'revision' | 'series'>): string {
  return `revision/${series}/${revision}`;
}

/** The chain before the journal: what stands in it can no longer be talked away. */
async function record(ports: DecisionPorts, evidence: EvidenceRecord, entry: JournalEntry): Promise<void> {
  const writer = await evidenceWriter(ports);
  await writer.add(evidence);
  await ports.journal.append([entry]);
}
