import type { LimitRecord, RowOutcome } from '../limits/limit-record.ts';
import type { Day } from '../time/day.ts';
import { holdForLostLease } from './guards.ts';
import type { Hold, RunOutcome } from './run.ts';

/** Nothing was changed, because a guard held the run. */
export function heldOutcome(held: Hold, dataThrough?: Day): RunOutcome {
  const nothing = { capsChanged: 0, capsFailed: 0, alerts: 0, isUnfinished: true, problems: [] };
  return { status: 'held', ...nothing, held, ...(dataThrough === undefined ? {} : { dataThrough }) };
}

/** Nothing was changed, because the night could not be read or planned. */
export function failedOutcome(problem: string): RunOutcome {
  return { status: 'failed', capsChanged: 0, capsFailed: 0, alerts: 0, isUnfinished: true, problems: [problem] };
}

/** So many are said of one run: its record is one item of a table, and a broken file of rows may have thousands. */
const problemsMax = 200;

function problemsToTell(problems: readonly string[]): readonly string[] {
  const more = problems.length - problemsMax;
  return more <= 0 ? problems : [...problems.slice(0, problemsMax), `and ${more} more of this kind`];
}

/** How a run ended that has sent what it could. */
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
}): RunOutcome {
  const { records, outcomes, stopped } = facts.applied;
  // Counted on the records, so that a run which was stopped and taken up again tells of all that it did.
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
    problems: problemsToTell(stopped === undefined ? facts.problems : [stopped, ...facts.problems]),
  };
}
