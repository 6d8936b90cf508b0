import type { Removal } from '../trial/aws/remove-tables.ts';
import type { CheckedCheck } from '../run-checks.ts';
import type { TrialTarget } from '../trial/target.ts';

/** How a trial ended. */
export interface TrialEnd {
  readonly checked: readonly CheckedCheck[];
  /** AWS could be reached: there may have been temporary tables. */
  readonly madeTables: boolean;
  readonly removal: Removal;
  readonly isStopped: boolean;
}

type TrialStatus = 'ok' | 'failed' | 'stopped';

/** A trial is ok when no check failed, and nothing is left of it. */
export function statusOf({ checked, removal, isStopped }: TrialEnd): TrialStatus {
  if (isStopped) {
    return 'stopped';
  }
  return removal.left.length > 0 || checked.some(({ result }) => result.kind === 'failed') ? 'failed' : 'ok';
}

/** The JSON document of `--json`. */
export function trialDocument(target: TrialTarget, prefix: string, end: TrialEnd): unknown {
  return {
    status: statusOf(end),
    organization: target.organization ?? null,
    region: target.region,
    platform: target.platform.baseUrl,
    tablePrefix: prefix,
    tablesLeft: end.removal.left,
    checks: end.checked.map(({ check: { name, about, proves }, result: { kind, ...result }, durationMs }) => ({
      name,
      about,
      proves,
      result: kind,
      ...result,
      durationMs,
    })),
  };
}
