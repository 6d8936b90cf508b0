import type { Anchor } from '../evidence/anchors/anchor.ts';
import type { Loosening } from './alerts/loosening.ts';
import type { Baseline, Deviation } from './baseline.ts';
import type { ControlChange } from './control-change.ts';
import type { ControlException, ExpiredException } from './control-exception.ts';
import type { Finding } from './findings/finding.ts';
import type { HistoryAlarm } from './history/history-alarm.ts';
import type { Actor } from './revision.ts';

export interface ControlsReport {
  /** The id depends only on the report, not on the run that sends it. */
  readonly reportId: string;
  /** `first-run`: everything was stored; single changes are not reported. */
  readonly kind: 'first-run' | 'changes';
  readonly runId: string;
  /** ISO instant at which the run saw it: a change counts as unnoticed until then. */
  readonly at: string;
  readonly handled?: { readonly count: number; readonly from: number; readonly through: number };
  /** One per revision, ascending; for a first run only the newest, without its changes. */
  readonly steps: readonly ControlStep[];
  readonly net?: NetEffect;
  readonly findings: readonly Finding[];
  readonly alarms: readonly HistoryAlarm[];
  readonly over: readonly HistoryAlarm[];
  readonly restored?: readonly Loosening[];
  readonly baseline?: BaselineReport;
  readonly evidence?: { readonly seq: number; readonly hash: string; readonly anchor?: Anchor };
}

export interface ControlStep {
  readonly series: number;
  readonly revision: number;
  readonly previous?: { readonly series: number; readonly revision: number };
  readonly actor: Actor;
  readonly updatedAt: string;
  readonly circumstances: Circumstances;
  readonly changes: readonly ControlChange[];
  readonly changesMore: number;
  readonly problems: readonly string[];
  /** The revision appeared after later ones had been reported: the steps around it are reported again. */
  readonly isLate: boolean;
  readonly isRewritten?: true;
  /** Its content was reported before and is served as the newest again: a later revision, or other content, is gone. */
  readonly isBack?: true;
  readonly digest: string;
}

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

export interface BaselineReport {
  readonly approved?: Pick<Baseline, 'source' | 'approvedBy' | 'approvedAt'>;
  readonly deviations: readonly ReportedDeviation[];
  readonly expired: readonly ExpiredException[];
}

export interface ReportedDeviation {
  readonly deviation: Deviation;
  readonly exception?: ControlException;
}

export interface ControlsAudience {
  /** `admin`: no contact is named for the controls. `stand-in`: mail does not reach the named contact. */
  readonly role: 'security-contact' | 'admin' | 'stand-in';
  readonly contacts: readonly string[];
  readonly timeZone?: string;
  readonly runbook?: string;
  readonly door?: string;
  readonly console?: string;
}
