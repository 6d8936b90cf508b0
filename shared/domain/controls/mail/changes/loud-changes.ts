import type { ControlChange } from '../../control-change.ts';
import { compareGravity } from '../../gravity.ts';
import type { ControlsReport, ControlStep, ReportedDeviation } from '../../controls-report.ts';

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

/** Whether a report is worth a mail: what is only written differently, or dormant, is recorded and no more. */
export function isWorthMailing(report: ControlsReport): boolean {
  const { kind, steps, findings, alarms, over, baseline } = report;
  return (
    kind === 'first-run' ||
    steps.some(({ changes, changesMore }) => changesMore > 0 || changes.some(({ quiet }) => quiet === undefined)) ||
    movedDeviations(report).length > 0 ||
    findings.length + alarms.length + over.length + (baseline?.expired.length ?? 0) > 0
  );
}

/** The deviations that are not as they were reported. */
export function movedDeviations({ baseline }: ControlsReport): readonly ReportedDeviation[] {
  const deviations = baseline?.deviations ?? [];
  return deviations.filter(({ deviation }) => deviation.standing !== 'standing' || deviation.hasMoved);
}
