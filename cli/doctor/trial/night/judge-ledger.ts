import { addDays, type Day } from '../../../../shared/kernel/time/day.ts';
import type { LedgerDay } from '../../../../shared/ledger/ledger-day.ts';
import { type CheckResult, failed, ok } from '../../check.ts';

const shownMax = 5;

/** True when all that is in doubt is that yesterday has not been reported yet: nights try again every hour. */
export function isOnlyLate(days: readonly LedgerDay[], today: Day): boolean {
  const suspect = days.filter(({ status }) => status === 'suspect');
  return (
    suspect.length > 0 &&
    suspect.every(
      ({ day, doubts }) => day === addDays(today, -1) && doubts.every(({ kind }) => kind === 'not-there-yet'),
    )
  );
}

/** What the trust gate said of the days that the tried night has read, ascending. */
export function judgeLedger(days: readonly LedgerDay[], today: Day): CheckResult {
  const yesterday = addDays(today, -1);
  const [first] = days;
  const last = days.findLast(({ status }) => status === 'complete');
  const read = `${days.length} days read, from ${first?.day ?? 'none'}`;
  const figures = { daysRead: days.length, lastComplete: last?.day ?? null };
  const suspect = days.filter(({ status }) => status === 'suspect');
  if (days.length === 0) {
    return { kind: 'skipped', reason: 'no day was read' };
  }
  if (suspect.length === 0) {
    return ok([read, `data through ${yesterday}, every day complete`], figures);
  }
  if (isOnlyLate(days, today)) {
    return ok(
      [
        read,
        `data through ${last?.day ?? 'no day'}: yesterday is not there yet, and a night would try again every hour`,
      ],
      figures,
    );
  }
  const shown = suspect
    .slice(-shownMax)
    .map(({ day, doubts }) => `${day}: ${doubts.map(({ detail }) => detail).join(', ')}`);
  return failed(
    `${suspect.length} of ${days.length} days are not to be trusted: ${shown.join('; ')}`,
    'on such figures no cap would be raised or lowered. Ask the platform’s support about these days; where the platform rounds, set toleranceShare',
  );
}
