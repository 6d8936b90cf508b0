import { isBeyond } from '../../../shared/domain/time/clock-skew.ts';
import { failed, ok, warning, type CheckResult } from '../check.ts';

/** Less is nothing to speak of. */
const okMsMax = 5_000;

const remedy = 'set the clock of this machine (UTC), best by NTP: days and windows are counted by it';

/** Judges by how much the platform's clock is surely ahead of this machine's; undefined when no answer told. */
export function judgeClock(aheadMs: number | undefined, toleranceMs: number): CheckResult {
  if (aheadMs === undefined) {
    return { kind: 'skipped', reason: 'no answer of the platform had a Date' };
  }
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  const problem = `this machine’s clock is ${seconds} s ${aheadMs > 0 ? 'behind' : 'ahead of'} the platform’s`;
  if (isBeyond(aheadMs, toleranceMs)) {
    return failed(problem, remedy);
  }
  return isBeyond(aheadMs, okMsMax) ? warning(problem, remedy) : ok([`${seconds} s apart at least`]);
}
