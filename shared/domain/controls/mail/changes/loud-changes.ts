import type { ControlChange } from '../../control-change.ts';
import type { ControlsReport, ControlStep } from '../../controls-report.ts';
import { compareGravity } from '../../gravity.ts';

/** A change together with the step that made it. */
export interface LoudChange {
  readonly change: ControlChange;
  readonly step: ControlStep;
  /** The report has more than one step. */
  readonly isOneOfMany: boolean;
}

/** The changes that are reported one by one, worst first; of equal severity the earlier first. */
export function loudChanges({ steps }: ControlsReport): readonly LoudChange[] {
  return everyChange(steps)
    .filter(({ change }) => change.quiet === undefined)
    .toSorted((a, b) => compareGravity(a.change, b.change));
}

/** What is only written differently, or has no effect while a switch is off. */
export function quietChanges({ steps }: ControlsReport): readonly LoudChange[] {
  return everyChange(steps).filter(({ change }) => change.quiet !== undefined);
}

function everyChange(steps: readonly ControlStep[]): readonly LoudChange[] {
  return steps.flatMap((step) => step.changes.map((change) => ({ change, step, isOneOfMany: steps.length > 1 })));
}
