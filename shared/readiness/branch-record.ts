import type { Day } from '../kernel/time/day.ts';
import type { Fall } from './compare-evaluations.ts';
import type { Evaluation, Judge, ReportState } from './report.ts';

/** What is known of one branch of one repository. */
export interface BranchRecord {
  readonly repository: string;
  /** Absent: the platform did not say which, so that its reports are never compared. */
  readonly branch?: string;
  /** Applications that are reported on together, each line apart from the others; the one with the newest report first. */
  readonly lines: readonly Line[];
  /** The newest report of a tree with local changes or unpushed commits, which counts for nothing. */
  readonly setAside?: { readonly reportId: string; readonly at: string };
}

/** The newest report of some applications, and what became of each criterion. */
export interface Line {
  readonly apps: readonly string[];
  readonly newest: ReportFacts;
  readonly criteria: Readonly<Record<string, CriterionRecord>>;
  /** The newest report of each week, by the Monday of the week. */
  readonly weeks: Readonly<Record<Day, WeekShare>>;
}

/** How many criteria passed, of how many that were evaluated. */
export interface WeekShare {
  readonly reportId: string;
  readonly at: string;
  readonly passing: number;
  readonly evaluated: number;
}

/** A report without what it says of criteria. */
export interface ReportFacts {
  readonly reportId: string;
  /** ISO instant. */
  readonly at: string;
  readonly commit?: string;
  readonly state: Exclude<ReportState, 'changed'>;
  readonly judge: Judge;
}

/** The last evaluation of a criterion; an older report than the newest of its line where that did not evaluate it. */
export interface CriterionRecord extends Evaluation {
  readonly report: ReportFacts;
  readonly apps: readonly string[];
  /** It fell, and has not recovered since. */
  readonly fall?: FallRecord;
}

export interface FallRecord {
  readonly kind: Fall;
  readonly before: Evaluation & { readonly at: string; readonly commit?: string };
  readonly after: Evaluation & { readonly at: string; readonly commit?: string };
  /** How the judges differ, where they do. */
  readonly judges?: string;
}

export const readinessLimits = {
  linesMax: 20,
  criteriaMax: 200,
  weeksMax: 26,
} as const;

/** The name of a branch record: a branch is unique within its repository. */
export function branchKey({ repository, branch }: Pick<BranchRecord, 'repository' | 'branch'>): string {
  return branch === undefined ? repository : `${repository}#${branch}`;
}
