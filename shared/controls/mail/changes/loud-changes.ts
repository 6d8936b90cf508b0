import { areAlike } from '../../../control-diff/tree.ts';
import type { ControlChange } from '../../control-change.ts';
import type { ControlsReport, ControlStep } from '../../controls-report.ts';
import { compareGravity } from '../../gravity.ts';

export interface LoudChange {
  readonly change: ControlChange;
  readonly step: ControlStep;
  readonly isOneOfMany: boolean;
  readonly isUndone?: true;
}

/** Returns the changes that are reported one by one, worst first; of equal severity the earlier first. */
export function loudChanges(report: ControlsReport): readonly LoudChange[] {
  return everyChange(report.steps)
    .filter(({ change }) => change.quiet === undefined)
    .map((loud) => (isUndone(report, loud.change) ? { ...loud, isUndone: true as const } : loud))
    .toSorted(
      (a, b) => Number(a.isUndone ?? false) - Number(b.isUndone ?? false) || compareGravity(a.change, b.change),
    );
}

/** Returns a report's total effect, each change with the step that made it last. */
export function lastingChanges(report: ControlsReport): readonly LoudChange[] {
  const { net, steps } = report;
  if (net === undefined || steps.length < 2) {
    return loudChanges(report);
  }
  return net.changes
    .filter(({ quiet }) => quiet === undefined)
    .flatMap((change) => {
      const step = stepOf(steps, change);
      return step === undefined ? [] : [{ change: asMade(change, step), step, isOneOfMany: true }];
    })
    .toSorted((a, b) => compareGravity(a.change, b.change));
}

function stepOf(steps: readonly ControlStep[], { path }: ControlChange): ControlStep | undefined {
  const has = (isIt: (other: string) => boolean): ControlStep | undefined =>
    steps.findLast(({ changes }) => changes.some((change) => isIt(change.path)));
  return (
    has((other) => other === path) ?? has((other) => isWithin(other, path) || isWithin(path, other)) ?? steps.at(-1)
  );
}

function asMade(change: ControlChange, { changes }: ControlStep): ControlChange {
  const own = changes.find(({ path }) => path === change.path);
  const isAlone = own !== undefined && areAlike(own.before, change.before) && areAlike(own.after, change.after);
  return isAlone ? own : { ...change, ...(own?.announced === undefined ? {} : { announced: own.announced }) };
}

function isUndone({ net, steps }: ControlsReport, { path }: ControlChange): boolean {
  const isLasting = net?.changes.some((other) => isWithin(other.path, path) || isWithin(path, other.path)) ?? true;
  return steps.length > 1 && !isLasting && net?.changesMore === 0;
}

export function isWithin(path: string, whole: string): boolean {
  return path === whole || (path.startsWith(whole) && /^[.[]/u.test(path.slice(whole.length)));
}

/** Returns changes of format, and changes without effect while a switch is off. */
export function quietChanges({ steps }: ControlsReport): readonly LoudChange[] {
  return everyChange(steps).filter(({ change }) => change.quiet !== undefined);
}

function everyChange(steps: readonly ControlStep[]): readonly LoudChange[] {
  return steps.flatMap((step) => step.changes.map((change) => ({ change, step, isOneOfMany: steps.length > 1 })));
}
