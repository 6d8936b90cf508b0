import type { Loosening } from './alerts/loosening.ts';
import type { Baseline, Deviation } from './baseline.ts';
import type { ControlChange } from './control-change.ts';
import type { Anchor } from './evidence/anchors/anchor.ts';
import type { ControlException, ExpiredException } from './exceptions/control-exception.ts';
import type { Finding } from './findings/finding.ts';
import type { HistoryAlarm } from './history/history-alarm.ts';
import type { Actor } from './revision.ts';

/** The facts for one mail about the controls. It contains no secret: marks replace the secrets of the settings. */
export interface ControlsReport {
  /** The same report has the same id, whichever run sends it. */
  readonly reportId: string;
  /** `first-run`: everything was stored and single changes are not reported. */
  readonly kind: 'first-run' | 'changes';
  readonly runId: string;
  /** ISO instant as of which the run saw it: how long a change went unnoticed counts up to here. */
  readonly at: string;
  /** The revisions handled; absent when there is none and only alarms are reported. */
  readonly handled?: HandledRevisions;
  /** One for each revision, ascending; for a first run only the newest, without its changes. */
  readonly steps: readonly ControlStep[];
  /** The total effect of all steps, when there is more than one. */
  readonly net?: NetEffect;
  /** What several steps mean together, worst first. */
  readonly findings: readonly Finding[];
  readonly alarms: readonly HistoryAlarm[];
  /** Alarms that were reported before and are resolved now. */
  readonly over: readonly HistoryAlarm[];
  /** What open alerts were about and is restored now; absent for none. */
  readonly restored?: readonly Loosening[];
  /** Absent when nothing was compared. */
  readonly baseline?: BaselineReport;
  /** Newest link of the evidence chain when this was written. */
  readonly evidence?: EvidencePlace;
}

interface HandledRevisions {
  readonly count: number;
  readonly from: number;
  readonly through: number;
}

/** A step from one revision to the next, and its author. */
export interface ControlStep {
  readonly series: number;
  readonly revision: number;
  /** Absent for the first revision there is. */
  readonly previous?: { readonly series: number; readonly revision: number };
  readonly actor: Actor;
  /** ISO instant, as the platform reports it. */
  readonly updatedAt: string;
  readonly circumstances: Circumstances;
  /** Worst first. */
  readonly changes: readonly ControlChange[];
  /** How many changes are counted and not listed. */
  readonly changesMore: number;
  /** Documented fields that are not of their documented type. */
  readonly problems: readonly string[];
  /** The revision appeared after later ones had been reported: the steps around it are reported again. */
  readonly isLate: boolean;
  /** The revision was read before with another content: `previous` is itself, and the changes are those of its rewriting. */
  readonly isRewritten?: true;
  /** Its content was reported before, and is served as the newest again: a later revision, or another content, is gone. */
  readonly isBack?: true;
  /** SHA-256 of the revision, as recorded in the evidence. */
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

/** The comparison of the controls with the approved baseline. */
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
interface EvidencePlace {
  readonly seq: number;
  readonly hash: string;
  /** Signed and kept outside of the tables; absent when that could not be done. */
  readonly anchor?: Anchor;
}

/** Whom a mail about the controls goes to, and what the organization wants said in it. */
export interface ControlsAudience {
  /** `admin`: nobody is named for the controls. `stand-in`: mail does not reach whoever is named. */
  readonly role: 'security-contact' | 'admin' | 'stand-in';
  /** Whom to contact: emails, of which at most a few are shown. */
  readonly contacts: readonly string[];
  /** An IANA name; with it, instants are given on this clock too. */
  readonly timeZone?: string;
  /** The organization's runbook. */
  readonly runbook?: string;
  /** The address of the admin API, where the recipient acknowledges with a link of their own; absent where there is none. */
  readonly door?: string;
  /** The address of the console; absent where there is none. */
  readonly console?: string;
}
