import { describeProof } from '../../evidence/anchors/anchor-proof.ts';
import type { AnchorKey } from '../../evidence/anchors/check-anchor.ts';
import type { ControlsVerdict } from '../../evidence/use-cases/verify-controls.ts';
import type { Severity } from '../../notifications/severity.ts';
import type { Baseline, Deviation } from '../baseline.ts';
import type { ControlChange } from '../control-change.ts';
import { exceptionFor, type ControlException } from '../control-exception.ts';
import { subjectOfRevision } from '../history/revision-entry.ts';
import type { SubjectAcknowledgement } from '../ports.ts';
import type { EvaluatedRevision, StepMeaning } from './evaluated-revisions.ts';

export function controlChangeDocument(change: ControlChange) {
  const { path, kind, direction, severity, before = null, after = null, sentence, quiet = null, ...more } = change;
  return { path, kind, direction, severity, before, after, sentence, ...more, quiet };
}

export function deviationDocument({ path, changes, standing, since, hasMoved }: Deviation) {
  return { path, standing, since, hasMoved, changes: changes.map(controlChangeDocument) };
}

/** What people have accepted of the controls; moments in Unix milliseconds. */
export interface Accepted {
  readonly acknowledgements: readonly SubjectAcknowledgement[];
  readonly baseline: Baseline | undefined;
  readonly exceptions: readonly ControlException[];
  readonly atMs: number;
}

function approvalOf({ series, revision }: StepMeaning, { baseline }: Accepted): Baseline | undefined {
  const isThis = series === 1 && baseline?.source.kind === 'revision' && baseline.source.revision === revision;
  return isThis ? baseline : undefined;
}

/** The exceptions in force that cover changes of a revision, each once. */
function exceptionsOf({ changes }: StepMeaning, { exceptions, atMs }: Accepted): readonly ControlException[] {
  return [...new Set(changes.flatMap((change) => exceptionFor(change, exceptions, atMs) ?? []))];
}

export function listedRevisionDocument(step: StepMeaning, accepted: Accepted) {
  const { changes, ...facts } = revisionFacts(step, accepted);
  return { ...facts, severity: worstOf(step.changes) ?? null, changes };
}

export function revisionDocument(step: EvaluatedRevision, accepted: Accepted) {
  return { ...revisionFacts(step, accepted), settings: step.settings };
}

function revisionFacts(step: StepMeaning, accepted: Accepted) {
  const { series, revision, previous = null, actor, updatedAt, seenAt, circumstances, digest, problems } = step;
  const acknowledged = acknowledgementOf(step, accepted.acknowledgements) ?? null;
  const approved = approvalOf(step, accepted);
  const changes = step.changes.map(controlChangeDocument);
  return {
    revision,
    series,
    previous,
    actor,
    updatedAt,
    seenAt,
    circumstances,
    digest,
    problems,
    acknowledged,
    baseline: approved === undefined ? null : { by: approved.approvedBy, at: approved.approvedAt },
    exceptions: exceptionsOf(step, accepted).map(({ id, pattern, owner, ticket, reason, expires }) => ({
      id,
      pattern,
      owner,
      ticket,
      reason,
      expires,
    })),
    changes,
  };
}

export function verificationDocument(verdict: ControlsVerdict, key?: AnchorKey) {
  const { chain, revisionsChecked, revisionsWrong, firstWrong, anchors, provedThrough } = verdict;
  const { through, valid, invalid, missing, problem = null } = anchors;
  const [sentence = '', ...remarks] = describeProof(verdict);
  const isUnaltered = invalid.length + missing.length === 0;
  return {
    whole:
      chain.kind === 'whole' && revisionsWrong === 0 && isUnaltered && (chain.head === undefined || provedThrough > 0),
    links: chain.links,
    head: chain.kind === 'whole' ? (chain.head ?? null) : null,
    broken: chain.kind === 'broken' ? { seq: chain.seq, reason: chain.reason } : null,
    sentence,
    remarks,
    provedThrough,
    anchored: through === undefined ? null : { seq: through.seq, at: through.at, key: through.key },
    anchors: { valid, invalid, missing, problem },
    publicKey: key === undefined ? null : { fingerprint: key.fingerprint, pem: key.pem },
    revisionsChecked,
    revisionsWrong,
    firstWrong,
  };
}

function acknowledgementOf(
  step: StepMeaning,
  acknowledgements: readonly SubjectAcknowledgement[],
): SubjectAcknowledgement | undefined {
  const subject = subjectOfRevision(step);
  return acknowledgements.find((each) => each.subject === subject);
}

/** The highest severity among changes with an effect; undefined when none has. */
function worstOf(changes: readonly ControlChange[]): Severity | undefined {
  return changes.find(({ quiet }) => quiet === undefined)?.severity;
}
