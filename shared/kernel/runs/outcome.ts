import { holdForLostLease } from '../../enforcement/guards.ts';
import type { LimitRecord, RowOutcome } from '../../limits/limit-record.ts';
import type { Day } from '../time/day.ts';
import type { EnforcementOutcome, Hold, RunOutcome } from './run.ts';

/** Nothing was done, because a guard or another run held the run. */
export function heldOutcome(held: Hold, dataThrough?: Day): RunOutcome {
  const nothing = { alerts: 0, isUnfinished: true, problems: [] };
  return { status: 'held', ...nothing, held, ...(dataThrough === undefined ? {} : { dataThrough }) };
}

/** A guard held a plan of which a part was done all the same. */
export function heldInPart(held: Hold, done: EnforcementOutcome): EnforcementOutcome {
  // Another run that took over meanwhile says more than the guard.
  return { ...done, status: 'held', held: done.held ?? held, isUnfinished: true };
}

/** Nothing was done, because the platform could not be read. */
export function failedOutcome(problem: string): RunOutcome {
  return { status: 'failed', alerts: 0, isUnfinished: true, problems: [problem] };
}

/** Whether a run with this outcome has left nothing to do for another run of the same event. */
export function leftNothingToDo(outcome: RunOutcome | undefined): boolean {
  return (outcome?.status === 'complete' || outcome?.status === 'partial') && !outcome.isUnfinished;
}

/** The record of a run is one item of a table, and a broken file of rows may have thousands of problems. */
const problemsMax = 200;

/** The problems of a run, cut to what its record may hold. */
export function problemsToReport(problems: readonly string[]): readonly string[] {
  const more = problems.length - problemsMax;
  // One more may be the line that says how many are left out already.
  return more <= 1 ? problems : [...problems.slice(0, problemsMax), `and ${more} more of this kind`];
}

/** The outcome of a run that sets limits: one that did nothing, or was stored without figures, changed none. */
export function enforcementOutcome(outcome: RunOutcome): EnforcementOutcome {
  return { capsChanged: 0, capsFailed: 0, ...outcome };
}

/** How a run ended that has sent what limits it could. */
export function outcomeOf(facts: {
  readonly runId: string;
  readonly dataThrough: Day | undefined;
  readonly applied: {
    readonly records: ReadonlyMap<string, LimitRecord>;
    readonly outcomes: ReadonlyMap<string, RowOutcome>;
    readonly stopped?: string;
    readonly isLeaseLost: boolean;
  };
  readonly problems: readonly string[];
  /** What was read looks damaged, so that another run may have more to do. */
  readonly isDoubtful: boolean;
}): EnforcementOutcome {
  const { records, outcomes, stopped } = facts.applied;
  // Counted on the records, so that a run which was stopped and resumed counts all that it did.
  const capsChanged = [...records.values()].filter((record) => record.confirmed?.runId === facts.runId).length;
  const capsFailed = [...outcomes.values()].filter((outcome) => outcome.kind !== 'done').length;
  const hasUnknown = [...outcomes.values()].some((outcome) => outcome.kind === 'unknown');
  const isUnfinished = stopped !== undefined || hasUnknown || facts.isDoubtful;
  const hasDoneNothing = capsChanged === 0 && (stopped !== undefined || capsFailed > 0);
  const isWhole = stopped === undefined && capsFailed === 0 && !facts.isDoubtful;
  const held = facts.applied.isLeaseLost ? holdForLostLease() : undefined;
  return {
    ...(held === undefined ? {} : { held }),
    status: held !== undefined ? 'held' : isWhole ? 'complete' : hasDoneNothing && isUnfinished ? 'failed' : 'partial',
    ...(facts.dataThrough === undefined ? {} : { dataThrough: facts.dataThrough }),
    capsChanged,
    capsFailed,
    alerts: 0,
    isUnfinished,
    problems: problemsToReport(stopped === undefined ? facts.problems : [stopped, ...facts.problems]),
  };
}
