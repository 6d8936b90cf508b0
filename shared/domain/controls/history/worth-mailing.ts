import type { ControlChange } from '../control-change.ts';
import type { ControlsReport } from '../controls-report.ts';

/** Whether a report is worth a mail: what is only written differently, or dormant, is recorded and no more. */
export function isWorthMailing({ kind, steps, findings, alarms, over, baseline }: ControlsReport): boolean {
  const hasChange = steps.some(({ changes, changesMore }) => changesMore > 0 || changes.some(isLoud));
  const hasDrift = baseline?.deviations.some(
    ({ deviation }) => deviation.standing !== 'standing' || deviation.hasMoved,
  );
  const hasExpired = baseline !== undefined && baseline.expired.length > 0;
  return (
    kind === 'first-run' ||
    hasChange ||
    hasDrift === true ||
    hasExpired ||
    findings.length + alarms.length + over.length > 0
  );
}

function isLoud({ quiet }: ControlChange): boolean {
  return quiet === undefined;
}
