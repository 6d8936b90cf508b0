import type { Observation } from '../../notifications/observation.ts';
import { compareSeverity, type Severity } from '../../notifications/severity.ts';

/** What became of an action. `proposed`: nothing was done. `unknown`: it was sent, and its answer was lost. */
type ActionStatus = 'proposed' | 'done' | 'failed' | 'unknown';

/** Something that a watcher does about a finding, or would do. */
export interface FindingAction {
  readonly kind: string;
  readonly status: ActionStatus;
}

/** Something that a run of a watcher has found, as `run NAME --json` shows it. */
export interface Finding {
  /** The topic of the condition that it is, where it is one. */
  readonly kind: string;
  /** What it is about: the id or the name of a session, a computer, a repository, a person. */
  readonly subject: string;
  readonly severity: Severity;
  /** A sentence of plain words. */
  readonly detail: string;
  readonly action: FindingAction | null;
}

/** What a run of a watcher has found, the worst first; both absent for another job. */
export interface Found {
  readonly findings?: readonly Finding[];
  /** How many more there are than are listed. */
  readonly findingsMore?: number;
}

/** What a run observed, as a finding. */
export function findingOf(
  { topic, key, severity, headline }: Pick<Observation, 'topic' | 'key' | 'severity' | 'headline'>,
  { subject = key, action = null }: Partial<Pick<Finding, 'subject' | 'action'>> = {},
): Finding {
  return { kind: topic, subject, severity, detail: headline, action };
}

/** The record of a run is one item of a table. */
const findingsMax = 200;
const textCharsMax = 300;

/** The findings of a run, the worst first, cut to what its record may hold; how many that leaves out is said. */
export function findingsToKeep({ findings }: Found): Found {
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
