import { holdForLostLease } from '../../enforcement/guards.ts';
import type { LimitRecord, RowOutcome } from '../../limits/limit-record.ts';
import type { Day } from '../time/day.ts';
import type { EnforcementOutcome, Hold, RunOutcome } from './run.ts';

/** Returns the outcome of a run that a guard or another run held before it did anything. */
export function heldOutcome(held: Hold, dataThrough?: Day): RunOutcome {
  const nothing = { alerts: 0, isUnfinished: true, problems: [] };
  return { status: 'held', ...nothing, held, ...(dataThrough === undefined ? {} : { dataThrough }) };
}

export function heldInPart(held: Hold, done: EnforcementOutcome): EnforcementOutcome {
  // Another run that took over in the meantime says more than the guard.
  return { ...done, status: 'held', held: done.held ?? held, isUnfinished: true };
}

/** Returns the outcome of a run that did nothing because the platform could not be read. */
export function failedOutcome(problem: string): RunOutcome {
  return { status: 'failed', alerts: 0, isUnfinished: true, problems: [problem] };
}

/** Whether a run with this outcome leaves nothing for another run of the same event. */
export function leftNothingToDo(outcome: RunOutcome | undefined): boolean {
  return (outcome?.status === 'complete' || outcome?.status === 'partial') && !outcome.isUnfinished;
}

/** A run's record is one table item, and a broken import file may have thousands of problems. */
const problemsMax = 200;

export function problemsToReport(problems: readonly string[]): readonly string[] {
  const more = problems.length - problemsMax;
  // One more may already be the line with the number left out.
  return more <= 1 ? problems : [...problems.slice(0, problemsMax), `and ${more} more of this kind`];
}

/** Returns the outcome of a run that sets limits: without stored figures, it changed none. */
export function enforcementOutcome(outcome: RunOutcome): EnforcementOutcome {
  return { capsChanged: 0, capsFailed: 0, ...outcome };
}

/** Returns the outcome of a run that has sent the limits it could. */
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
  /** The read data looks damaged, so another run may have more to do. */
  readonly isDoubtful: boolean;
}): EnforcementOutcome {
  const { records, outcomes, stopped } = facts.applied;
  // Counted on the records, so that a resumed run counts all its changes.
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
