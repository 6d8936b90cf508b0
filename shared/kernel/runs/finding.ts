import type { Observation } from '../../notifications/observation.ts';
import { compareSeverity, type Severity } from '../../notifications/severity.ts';

export interface FindingAction {
  readonly kind: string;
  /** The result of an action. `proposed`: nothing was done. `unknown`: it was sent without an answer. */
  readonly status: 'proposed' | 'done' | 'failed' | 'unknown';
}

/** Something found by a watcher's run, as `run NAME --json` shows it. */
export interface Finding {
  readonly kind: string;
  readonly subject: string;
  readonly severity: Severity;
  readonly detail: string;
  readonly action: FindingAction | null;
}

/** The findings of a watcher's run, worst first; both absent for another job. */
export interface FindingsFound {
  readonly findings?: readonly Finding[];
  readonly findingsMore?: number;
}

export function findingOf(
  { topic, key, severity, headline }: Observation,
  { subject = key, action = null }: Partial<Finding> = {},
): Finding {
  return { kind: topic, subject, severity, detail: headline, action };
}

/** A run's record is one table item. */
const findingsMax = 200;
const textCharsMax = 300;

/** Cuts a run's findings, worst first, to what its record may hold, with the number left out. */
export function findingsToKeep({ findings }: FindingsFound): FindingsFound {
  if (findings === undefined) {
    return {};
  }
  const kept = findings
    .toSorted((a, b) => compareSeverity(a.severity, b.severity))
    .slice(0, findingsMax)
    .map((finding) => ({ ...finding, subject: cut(finding.subject), detail: cut(finding.detail) }));
  const more = findings.length - kept.length;
  return { findings: kept, ...(more > 0 && { findingsMore: more }) };
}

function cut(text: string): string {
  return text.length <= textCharsMax ? text : `${text.slice(0, textCharsMax - 1)}…`;
}
