import type { Style } from '../../local/terminal/style.ts';
import { renderTable } from '../../local/terminal/table.ts';
import { grouped } from '../../shared/domain/texts/grouped.ts';
import type { BacktestSetup } from '../../shared/domain/backtest/backtest-setup.ts';
import type { PolicyName, PolicyScore } from '../../shared/domain/backtest/score.ts';
import type { Trace } from '../../shared/domain/backtest/trace.ts';

/** The policies as the JSON document shows them. */
export function policyDocuments(scores: readonly PolicyScore[]) {
  const best = bestOf(scores);
  return scores.map(({ name, overspent, refusedWhileFunded, usersStopped, granted, refused }) => ({
    name,
    overspent,
    refusedWhileFunded,
    usersStopped,
    granted,
    refused,
    ofClairvoyant: best === 0 ? null : Number((granted / best).toFixed(4)),
  }));
}

/** What was replayed, as the JSON document shows it. */
export function traceDocument(trace: Trace) {
  const { from, through, days, users } = trace;
  return { from, through, days, users: users.length, wanted: wantedCredits(trace) };
}

/** What was replayed, in a sentence. */
export function describeTrace(trace: Trace): string {
  const { from, through, days, users } = trace;
  return `Replayed: ${grouped(users.length)} users from ${from} through ${through} (${grouped(days)} days), who wanted ${grouped(wantedCredits(trace))} credits.`;
}

/** How each policy did, as a table with what it means. */
export function describePolicies(scores: readonly PolicyScore[], setup: BacktestSetup, style: Style): string {
  const best = bestOf(scores);
  const rows = scores.map(({ name, granted, overspent, refusedWhileFunded, usersStopped }) => [
    titleOf(name, setup),
    grouped(granted),
    best === 0 ? '' : `${((100 * granted) / best).toFixed(1)} %`,
    grouped(overspent),
    grouped(refusedWhileFunded),
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
  return [
    `A pool of ${grouped(setup.amountCredits)} credits per ${windowName(setup)}:`,
    renderTable(columns, rows, style),
    'Of the best: compared with the clairvoyant, who knows every wish; above 100 % is overspent.',
    'Refused while funded: credits that were wanted and refused although the pool could have paid for them.',
  ].join('\n');
}

const titles: Readonly<Record<PolicyName, string>> = {
  'equal-split': 'equal split: the same share for everybody',
  reactive: 'reactive: all are stopped once a night shows it used up',
  strict: 'strict: Curfew, never past the amount',
  overcommit: 'overcommit: Curfew',
  clairvoyant: 'clairvoyant: the most that is possible',
};

function titleOf(name: PolicyName, { overcommitFactor }: BacktestSetup): string {
  return name === 'overcommit' ? `${titles[name]}, up to ${overcommitFactor} times the amount` : titles[name];
}

function windowName({ window, platformWindow }: BacktestSetup): string {
  return window === 'platform' ? `platform window (from day ${platformWindow.anchorDay})` : window;
}

function bestOf(scores: readonly PolicyScore[]): number {
  return scores.find(({ name }) => name === 'clairvoyant')?.granted ?? 0;
}

function wantedCredits({ wanted }: Trace): number {
  return wanted.reduce((sum, days) => days.reduce((own, credits) => own + credits, sum), 0);
}
