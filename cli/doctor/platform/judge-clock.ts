import { failed, ok, warning, type CheckResult } from '../check.ts';

/** A header has whole seconds, and an answer is under way for a while. */
const okMsMax = 5_000;
/** Past this, windows and days of the platform and of Curfew are no longer the same. */
const warningMsMax = 60_000;

const remedy = 'set the clock of this machine (UTC), best by NTP: days and windows are counted by it';

/** Judges by how much the platform's `Date` is ahead of this machine's clock; undefined when no answer told. */
export function judgeClock(aheadMs: number | undefined): CheckResult {
  if (aheadMs === undefined) {
    return { kind: 'skipped', reason: 'no answer of the platform had a Date' };
  }
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  if (Math.abs(aheadMs) <= okMsMax) {
    return ok([seconds === 0 ? 'no difference' : `${seconds} s apart`]);
  }
  const problem = `this machine’s clock is ${seconds} s ${aheadMs > 0 ? 'behind' : 'ahead of'} the platform’s`;
  return Math.abs(aheadMs) <= warningMsMax ? warning(problem, remedy) : failed(problem, remedy);
}
