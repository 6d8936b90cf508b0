import type { Baseline } from './baseline/baseline.ts';
import type { Deviation } from './baseline/compare-with-baseline.ts';
import type { ControlChange } from './control-change.ts';
import type { ControlException, ExpiredException } from './exceptions/control-exception.ts';
import type { Finding } from './findings/finding.ts';
import type { HistoryAlarm } from './history/history-alarm.ts';
import type { Actor } from './revision.ts';

/** All that one mail about the controls has to tell. It holds no secret: settings come with marks in their place. */
export interface ControlsReport {
  /** The same matter has the same id, whichever run tells it. */
  readonly reportId: string;
  /** `first-run`: everything was stored and nothing is told one by one. */
  readonly kind: 'first-run' | 'changes';
  readonly runId: string;
  /** ISO instant as of which the run saw it: how long a change went unnoticed counts up to here. */
  readonly at: string;
  /** The revisions handled; absent when there is none and only alarms are told. */
  readonly handled?: HandledRevisions;
  /** One for each revision, ascending; for a first run only the newest, and its changes are not told. */
  readonly steps: readonly ControlStep[];
  /** What all steps come to, when there is more than one. */
  readonly net?: NetEffect;
  /** What several steps mean together, worst first. */
  readonly findings: readonly Finding[];
  readonly alarms: readonly HistoryAlarm[];
  /** Alarms that were told before and are over now. */
  readonly over: readonly HistoryAlarm[];
  /** Absent when nothing was compared. */
  readonly baseline?: BaselineReport;
  /** Newest link of the evidence chain when this was written. */
  readonly evidence?: EvidencePlace;
}

export interface HandledRevisions {
  readonly count: number;
  readonly from: number;
  readonly through: number;
}

/** From one revision to the next, and who took the step. */
export interface ControlStep {
  readonly series: number;
  readonly revision: number;
  /** Absent for the first revision there is. */
  readonly previous?: { readonly series: number; readonly revision: number };
  readonly actor: Actor;
  /** ISO instant, as the platform says. */
  readonly updatedAt: string;
  readonly circumstances: Circumstances;
  /** Worst first. */
  readonly changes: readonly ControlChange[];
  /** How many changes are counted and not listed. */
  readonly changesMore: number;
  /** Documented fields that are not of their documented type. */
  readonly problems: readonly string[];
  /** The revision appeared after later ones had been told: these steps are told anew around it. */
  readonly isLate: boolean;
  /** SHA-256 of the revision, as it stands in the evidence. */
  readonly digest: string;
}

/** Under which circumstances a change was made. Unknown ones raise nothing. */
export interface Circumstances {
  readonly actor: 'approved' | 'not-approved' | 'unknown';
  readonly hours: 'inside' | 'outside' | 'unknown';
}

export interface NetEffect {
  readonly from?: number;
  readonly through: number;
  readonly changes: readonly ControlChange[];
  readonly changesMore: number;
}

/** The controls held against what was approved. */
export interface BaselineReport {
  /** Absent when nothing is approved. */
  readonly approved?: Pick<Baseline, 'source' | 'approvedBy' | 'approvedAt'>;
  readonly deviations: readonly ReportedDeviation[];
  /** Exceptions that came to their end since the last comparison. */
  readonly expired: readonly ExpiredException[];
}

export interface ReportedDeviation {
  readonly deviation: Deviation;
  /** The exception in force that covers it. */
  readonly exception?: ControlException;
}

/** A link of the chain, by its place and its hash. */
export interface EvidencePlace {
  readonly seq: number;
  readonly hash: string;
}
