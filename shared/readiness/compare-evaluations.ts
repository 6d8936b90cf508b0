import { isOtherJudge, passes, type Evaluation, type Judge } from './report.ts';

/**
 * The change of a criterion from one report to the next. `regression`: it passed and fails. `worse`: fewer pass than
 * before, and not all did. `other-judge`: one of these, but another model or client version has judged. `other-scope`:
 * it passed and fails, but other applications were evaluated, which alone may fail.
 */
export type Change = 'same' | 'better' | Fall;
export type Fall = 'regression' | 'worse' | 'other-judge' | 'other-scope';

interface JudgedEvaluation {
  readonly evaluation: Evaluation;
  readonly apps: readonly string[];
  readonly judge: Judge;
}

/** Compares two evaluations of one criterion, the earlier one first. */
export function compareEvaluations(before: JudgedEvaluation, after: JudgedEvaluation, versionParts: number): Change {
  const lost = certainlyLost(before, after);
  if (lost !== undefined && lost <= 0) {
    return isBetter(before.evaluation, after.evaluation) ? 'better' : 'same';
  }
  if (lost === undefined) {
    return passes(before.evaluation) && !passes(after.evaluation) ? 'other-scope' : 'same';
  }
  if (isOtherJudge(before.judge, after.judge, versionParts)) {
    return 'other-judge';
  }
  return passes(before.evaluation) ? 'regression' : 'worse';
}

/** A lower bound of the applications that passed and now fail, valid for any leavers; undefined if uncertain. */
function certainlyLost(before: JudgedEvaluation, after: JudgedEvaluation): number | undefined {
  const [was, is] = [before.evaluation, after.evaluation];
  if (isSameScope(before, after)) {
    return was.numerator - is.numerator;
  }
  if (!isByApplication(before) || !isByApplication(after)) {
    return passes(is) || !passes(was) ? 0 : undefined;
  }
  const present = new Set(after.apps);
  const left = before.apps.filter((app) => !present.has(app)).length;
  const lost = was.numerator - left - is.numerator;
  return lost > 0 || passes(is) || !passes(was) ? Math.max(0, lost) : undefined;
}

function isSameScope(before: JudgedEvaluation, after: JudgedEvaluation): boolean {
  if (before.evaluation.denominator !== after.evaluation.denominator) {
    return false;
  }
  // If each application counts, other applications are another scope; a criterion that counts once is the repository's.
  return !isByApplication(before) || !isByApplication(after) || isSameList(before.apps, after.apps);
}

/** A repository's criterion has the denominator 1, like one of a single application: both are the same there. */
function isByApplication({ evaluation, apps }: JudgedEvaluation): boolean {
  return apps.length > 0 && evaluation.denominator === apps.length;
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, index) => each === b[index]);
}

function isBetter(before: Evaluation, after: Evaluation): boolean {
  return after.numerator / after.denominator > before.numerator / before.denominator;
}
