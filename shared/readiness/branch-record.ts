import type { Day } from '../kernel/time/day.ts';
import type { Fall } from './compare-evaluations.ts';
import type { Evaluation, Judge, ReportState } from './report.ts';

export interface BranchRecord {
  readonly repository: string;
  /** Absent: the platform did not say which, so its reports are never compared. */
  readonly branch?: string;
  /** Applications that are reported on together, each line separate; the one with the newest report first. */
  readonly lines: readonly Line[];
  /** The newest report of a tree with local changes or unpushed commits, which does not count. */
  readonly setAside?: { readonly reportId: string; readonly at: string };
}

/** The newest report of some applications, and the state of each criterion. */
export interface Line {
  readonly apps: readonly string[];
  readonly newest: ReportFacts;
  readonly criteria: Readonly<Record<string, CriterionRecord>>;
  readonly weeks: Readonly<Record<Day, WeekShare>>;
}

export interface WeekShare {
  readonly reportId: string;
  readonly at: string;
  readonly passing: number;
  readonly evaluated: number;
}

export interface ReportFacts {
  readonly reportId: string;
  readonly at: string;
  readonly commit?: string;
  readonly state: Exclude<ReportState, 'changed'>;
  readonly judge: Judge;
}

/** The last evaluation of a criterion; from an older report if the newest of its line did not evaluate it. */
export interface CriterionRecord extends Evaluation {
  readonly report: ReportFacts;
  readonly apps: readonly string[];
  readonly fall?: FallRecord;
}

export interface FallRecord {
  readonly kind: Fall;
  readonly before: Evaluation & { readonly at: string; readonly commit?: string };
  readonly after: Evaluation & { readonly at: string; readonly commit?: string };
  readonly judges?: string;
}

export const readinessLimits = {
  linesMax: 20,
  criteriaMax: 200,
  weeksMax: 26,
} as const;

/** Returns the key of a branch record: a branch is unique within its repository. */
export function branchKey({ repository, branch }: { readonly repository: string; readonly branch?: string }): string {
  return branch === undefined ? repository : `${repository}#${branch}`;
}
