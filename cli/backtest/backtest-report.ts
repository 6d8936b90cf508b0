import type { BacktestDocument } from '../../shared/backtest/contract.ts';
import { counted, grouped } from '../../shared/kernel/texts/amounts.ts';
import { creditsPhrase, creditsText } from '../../shared/kernel/texts/credits.ts';
import { dayText } from '../../shared/kernel/time/day.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';

type Pool = NonNullable<BacktestDocument['pool']>;

const stopsShown = 100;

/** What was replayed, and what came of it, for people. */
export function describeBacktest(document: BacktestDocument, style: Style): string {
  const { pool, budgets } = document;
  return [
    describeTrace(document),
    ...(pool === undefined ? [] : [describePolicies(document, pool, style)]),
    ...(budgets === undefined ? [] : [describeTrial(budgets, style)]),
  ].join('\n\n');
}

function describeTrace({ trace: { from, through, days, users, wanted } }: BacktestDocument): string {
  return `Replayed: ${counted(users, 'user')} from ${dayText(from)} through ${dayText(through)} (${counted(days, 'day')}), who wanted ${creditsPhrase(wanted)}.`;
}

function describePolicies({ policies, anchorDay }: BacktestDocument, pool: Pool, style: Style): string {
  const rows = policies.map(({ name, granted, ofClairvoyant, overspent, refusedWhileFunded, usersStopped }) => [
    name === 'overcommit' ? `${titles[name]}, up to ${pool.overcommit} times the amount` : titles[name],
    creditsText(granted),
    ofClairvoyant === null ? '' : `${(100 * ofClairvoyant).toFixed(1)} %`,
    creditsText(overspent),
    creditsText(refusedWhileFunded),
    grouped(usersStopped),
  ]);
  const columns = [
    { title: 'Policy' },
    { title: 'Granted', align: 'right' },
    { title: 'Of the best', align: 'right' },
    { title: 'Overspent', align: 'right' },
    { title: 'Refused while funded', align: 'right' },
    { title: 'Users stopped', align: 'right' },
  ] as const;
  const window = pool.window === 'platform' ? `platform window (from day ${anchorDay})` : pool.window;
  return [
    `A pool of ${creditsPhrase(pool.amount)} per ${window}:`,
    renderTable(columns, rows, style),
    'Of the best: compared with the clairvoyant, who knows every wish; above 100 % is overspent.',
    'Refused while funded: credits that were wanted and refused although the pool could have paid for them.',
    describeLive(pool.live),
  ].join('\n');
}

function describeLive({ hints, hintSessions, wrong, lagMinutes, cap }: Pool['live']): string {
  const percent = (share: number): string => `${Number((100 * share).toFixed(2))} %`;
  const seen =
    hintSessions > 0
      ? `${percent(hintSessions)} of all sessions are seen`
      : hints > 0
        ? `${percent(hints)} of the people are seen when they work`
        : 'no one is seen at work (--hints, --hint-sessions)';
  const mistaken = wrong > 0 ? `, ${percent(wrong)} of that attributed to another person` : '';
  return `Live: ${seen}${mistaken}; use shows ${counted(lagMinutes, 'minute')} later; cap ${cap} %.`;
}

const titles: Readonly<Record<BacktestDocument['policies'][number]['name'], string>> = {
  'equal-split': 'equal split: the same share for each person',
  reactive: 'reactive: all are stopped once a run shows it used up',
  strict: 'strict: Curfew, never past the amount',
  overcommit: 'overcommit: Curfew',
  live: 'live: strict, and by the hour to those who work',
  clairvoyant: 'clairvoyant: the most that is possible',
};

function describeTrial(
  { granted, refused, usersStopped, stops }: NonNullable<BacktestDocument['budgets']>,
  style: Style,
): string {
  const start = `The proposed budgets would have granted ${creditsPhrase(granted)}`;
  if (stops.length === 0) {
    return `${start}: all that was wanted. No one would have been stopped.`;
  }
  const columns = [
    { title: 'Day' },
    { title: 'UTC' },
    { title: 'Stopped' },
    { title: 'Refused', align: 'right' },
    { title: 'By' },
  ] as const;
  const rows = stops
    .slice(0, stopsShown)
    .map(({ date, time, user, refused: credits, binding }) => [
      date,
      time,
      user,
      creditsText(credits),
      `${binding.scope} / ${binding.window}`,
    ]);
  const rest = stops.length - rows.length;
  return [
    `${start} and refused ${creditsText(refused)}; ${counted(usersStopped, 'user')} would have been stopped:`,
    renderTable(columns, rows, style),
    ...(rest === 0 ? [] : [`And ${counted(rest, 'further stop')}; --json names them all.`]),
    'Hours are those of use that comes evenly over the 24 hours of a day.',
  ].join('\n');
}
