import type { Check, CheckResult, CheckWork } from './check.ts';
import { explainError } from './explain-error.ts';

/** One check with what it came to. */
export interface CheckedCheck {
  readonly check: Check;
  readonly result: CheckResult;
  readonly durationMs: number;
}

export interface CheckObserver {
  begins(check: Check): void;
  ends(checked: CheckedCheck): void;
}

/**
 * Runs checks one after the other. One that throws has failed; one whose ground is missing is skipped. Once somebody
 * wants an end, the one at work is the last.
 */
export async function runChecks(
  checks: readonly Check[],
  work: CheckWork,
  observer: CheckObserver,
): Promise<readonly CheckedCheck[]> {
  const checked: CheckedCheck[] = [];
  for (const check of checks) {
    observer.begins(check);
    const startedMs = performance.now();
    const result = skipReason(check, checked) ?? (await resultOf(check, work));
    const done = { check, result, durationMs: Math.round(performance.now() - startedMs) };
    checked.push(done);
    observer.ends(done);
    if (work.signal.aborted) {
      break;
    }
  }
  return checked;
}

function skipReason({ needs }: Check, checked: readonly CheckedCheck[]): CheckResult | undefined {
  const missing = needs.filter((name) => checked.find(({ check }) => check.name === name)?.result.kind !== 'ok');
  return missing.length === 0 ? undefined : { kind: 'skipped', reason: `needs ${missing.join(' and ')}` };
}

async function resultOf(check: Check, work: CheckWork): Promise<CheckResult> {
  try {
    return await check.run(work);
  } catch (error) {
    return work.signal.aborted ? { kind: 'skipped', reason: 'stopped' } : explainError(error);
  }
}
