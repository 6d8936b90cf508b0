import { announcementStatus, type Announcement } from '../../domain/controls/announcements/announcement.ts';
import {
  announcementKind,
  announcementTerms,
  decideAnnouncement,
  type AnnouncementOrder,
  type AnnouncementProblem,
} from '../../domain/controls/announcements/announcement-order.ts';
import type { Baseline, BaselineSource } from '../../domain/controls/baseline.ts';
import { type ControlException, exceptionStatus } from '../../domain/controls/exceptions/control-exception.ts';
import {
  decideException,
  exceptionKind,
  exceptionTerms,
  type ExceptionOrder,
  type ExceptionProblem,
} from '../../domain/controls/exceptions/exception-order.ts';
import type { JsonObject } from '../../domain/controls/json.ts';
import type { JournalEntry } from '../../domain/journal/journal-entry.ts';
import { recordAcknowledgement } from '../notifications/acknowledge.ts';
import { endGranted, grantedEntry, type EndOutcome } from '../edits/granted-records.ts';
import type { Author } from '../edits/ports.ts';
import type { ControlsDecisionStore, SubjectAcknowledgement } from './ports.ts';
import type { Ids, Journal } from '../runs/ports.ts';
import { evidenceWriter, type EvidencePorts, type EvidenceRecord } from './evidence/record-evidence.ts';

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
  {
    settings,
    source,
    digest,
  }: { readonly settings: JsonObject; readonly source: BaselineSource; readonly digest: string },
  { name: approvedBy, at: approvedAt }: Author,
): Promise<{ readonly baseline: Baseline; readonly version: number }> {
  const seenVersion = (await ports.decisions.readBaseline())?.version ?? 0;
  const baseline = { settings, source, approvedBy, approvedAt };
  const version = seenVersion + 1;
  await ports.decisions.approveBaseline(baseline, seenVersion);
  const body: JsonObject = { version, source: { ...source }, approvedBy, approvedAt, digest };
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
  const noted = { id: ports.ids.next(), createdBy: author.name, createdAt: author.at, version: 1 };
  const exception: ControlException = { ...decision.order, ...noted };
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
  const entry = grantedEntry(exceptionKind, exception, { terms: exceptionTerms(exception), author });
  await record(ports, evidenceOf(exception), entry);
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
  const noted = { id: ports.ids.next(), createdBy: author.name, createdAt: author.at, version: 1 };
  const announcement: Announcement = { ...decision.order, ...noted };
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
  const entry = grantedEntry(announcementKind, announcement, { terms: announcementTerms(announcement), author });
  const body = Object.entries(announcement).filter(([, value]) => value !== undefined);
  const { id, version } = announcement;
  const evidence: EvidenceRecord = {
    kind: 'announced',
    id: `announced/${id}/${version}`,
    body: { ...(Object.fromEntries(body) as JsonObject), announcementId: id },
  };
  await record(ports, evidence, entry);
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
export function subjectOfRevision({
  series,
  revision,
}: {
  readonly series: number;
  readonly revision: number;
}): string {
  return `revision/${series}/${revision}`;
}

function evidenceOf(exception: ControlException): EvidenceRecord {
  const body = Object.entries(exception).filter(([, value]) => value !== undefined);
  const { id, version } = exception;
  return {
    kind: 'exception',
    id: `exception/${id}/${version}`,
    body: { ...(Object.fromEntries(body) as JsonObject), exceptionId: id },
  };
}

/** The chain before the journal: what stands in it can no longer be talked away. */
async function record(ports: DecisionPorts, evidence: EvidenceRecord, entry: JournalEntry): Promise<void> {
  const writer = await evidenceWriter(ports);
  await writer.add(evidence);
  await ports.journal.append([entry]);
}
