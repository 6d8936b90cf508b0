import type { Baseline, BaselineSource } from '../../domain/controls/baseline/baseline.ts';
import type { ControlException } from '../../domain/controls/exceptions/control-exception.ts';
import {
  decideException,
  type ExceptionOrder,
  type ExceptionProblem,
} from '../../domain/controls/exceptions/exception-order.ts';
import { exceptionStatus } from '../../domain/controls/exceptions/control-exception.ts';
import type { JsonObject } from '../../domain/controls/json.ts';
import type { JournalEntry } from '../../domain/journal/journal-entry.ts';
import { recordAcknowledgement } from '../notifications/acknowledge.ts';
import { StaleControlsError, type ControlsDecisionStore, type SubjectAcknowledgement } from './ports.ts';
import type { Author } from '../edits/ports.ts';
import type { Ids, Journal } from '../runs/ports.ts';
import { evidenceWriter, type EvidencePorts, type EvidenceRecord } from './record-evidence.ts';

export interface DecisionPorts extends EvidencePorts {
  readonly decisions: ControlsDecisionStore;
  readonly journal: Journal;
  readonly ids: Ids;
}

/**
 * Approves settings as the baseline, lays that down as evidence and in the journal. Raises StaleControlsError when
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
  await record(ports, 'baseline-approved', {
    record: { kind: 'baseline', id: `baseline/${version}`, body },
    author: { name: approvedBy, at: approvedAt },
  });
  return { baseline, version };
}

export type ExceptionOutcome =
  | { readonly kind: 'added'; readonly exception: ControlException }
  | { readonly kind: 'refused'; readonly problems: readonly ExceptionProblem[] };

/** Gives leave for a control to be other than approved, when the order for it is sound. */
export async function addException(
  ports: DecisionPorts,
  order: ExceptionOrder,
  author: Author,
): Promise<ExceptionOutcome> {
  const decision = decideException(order, Date.parse(author.at));
  if (decision.kind === 'refused') {
    return decision;
  }
  const exception: ControlException = {
    ...decision.order,
    id: ports.ids.next(),
    createdBy: author.name,
    createdAt: author.at,
    version: 1,
  };
  await ports.decisions.putException(exception);
  await record(ports, 'exception-added', { record: evidenceOf(exception), author });
  return { kind: 'added', exception };
}

/** `over`: it has ended or expired before. `stale`: somebody changed it at this moment; look and try again. */
export type EndExceptionOutcome =
  | { readonly kind: 'ended'; readonly exception: ControlException }
  | { readonly kind: 'over'; readonly exception: ControlException }
  | { readonly kind: 'not-there' }
  | { readonly kind: 'stale' };

/** Ends an exception before it expires. */
export async function endException(ports: DecisionPorts, id: string, author: Author): Promise<EndExceptionOutcome> {
  const exception = (await ports.decisions.listExceptions()).find((each) => each.id === id);
  if (exception === undefined) {
    return { kind: 'not-there' };
  }
  const standing = exceptionStatus(exception, Date.parse(author.at));
  if (standing === 'ended' || standing === 'expired') {
    return { kind: 'over', exception };
  }
  const ended = { ...exception, endedAt: author.at, version: exception.version + 1 };
  try {
    await ports.decisions.putException(ended);
  } catch (error) {
    if (error instanceof StaleControlsError) {
      return { kind: 'stale' };
    }
    throw error;
  }
  await record(ports, 'exception-ended', { record: evidenceOf(ended), author });
  return { kind: 'ended', exception: ended };
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
async function record(
  ports: DecisionPorts,
  kind: JournalEntry['kind'],
  { record, author }: { readonly record: EvidenceRecord; readonly author: Author },
): Promise<void> {
  const writer = await evidenceWriter(ports);
  await writer.add(record);
  await ports.journal.append([
    {
      id: `controls/${record.id}`,
      at: author.at,
      kind,
      actor: author.name,
      subject: record.id,
      detail: record.body,
    },
  ]);
}
