import type { Style } from '../../local/terminal/style.ts';
import { renderTable } from '../../local/terminal/table.ts';
import { grouped } from '../../shared/domain/texts/grouped.ts';
import type { BudgetStop, BudgetTrial } from '../../shared/domain/backtest/try-budgets.ts';
import { formatScope } from '../../shared/domain/budgets/scope.ts';

const rowsMax = 100;

/** What proposed budgets would have done, as the JSON document shows it. */
export function trialDocument({ grantedCredits, refusedCredits, usersStopped, stops }: BudgetTrial) {
  return {
    granted: grantedCredits,
    refused: refusedCredits,
    usersStopped,
    stops: stops.map((stop) => ({
      user: stop.user,
      date: stop.day,
      minute: stop.minute,
      time: timeOf(stop),
      refused: stop.refusedCredits,
      binding: { scope: formatScope(stop.by.scope), window: stop.by.window },
    })),
  };
}

/** Who would have been stopped, when, and by which budget, as a table. */
export function describeTrial(
  { grantedCredits, refusedCredits, usersStopped, stops }: BudgetTrial,
  style: Style,
): string {
  const granted = `The proposed budgets would have granted ${grouped(grantedCredits)} credits`;
  if (stops.length === 0) {
    return `${granted}: all that was wanted. Nobody would have been stopped.`;
  }
  const columns = [
    { title: 'Day' },
    { title: 'UTC' },
    { title: 'Stopped' },
    { title: 'Refused', align: 'right' },
    { title: 'By' },
  ] as const;
  const rows = stops
    .slice(0, rowsMax)
    .map((stop) => [stop.day, timeOf(stop), stop.user, grouped(stop.refusedCredits), byText(stop)]);
  const rest = stops.length - rows.length;
  return [
    `${granted} and refused ${grouped(refusedCredits)}; ${grouped(usersStopped)} users would have been stopped:`,
    renderTable(columns, rows, style),
    ...(rest === 0 ? [] : [`And ${grouped(rest)} further stops; --json names them all.`]),
    'Hours are those of use that comes evenly over the 24 hours of a day.',
  ].join('\n');
}

function byText({ by }: BudgetStop): string {
  return `${formatScope(by.scope)} / ${by.window}`;
}

/** The hour and minute of the UTC day. */
function timeOf({ minute }: BudgetStop): string {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60].map((number) => String(number).padStart(2, '0'));
  return `${hours}:${minutes}`;
}
