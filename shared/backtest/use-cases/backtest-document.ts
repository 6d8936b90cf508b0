import { formatScope } from '../../budgets/scope.ts';
import type { BacktestSetup, LiveSetup } from '../backtest-setup.ts';
import type { BudgetStop, BudgetTrial } from '../proposed-budgets.ts';
import type { PolicyScore } from '../score.ts';
import type { Trace } from '../trace.ts';

interface BacktestFindings {
  readonly source: 'ledger' | 'file';
  readonly trace: Trace;
  readonly anchorDay: number;
  readonly scores: readonly PolicyScore[];
  readonly setup: BacktestSetup | undefined;
  readonly trial: BudgetTrial | undefined;
}

export function backtestDocument({ source, trace, anchorDay, scores, setup, trial }: BacktestFindings) {
  const best = scores.find(({ name }) => name === 'clairvoyant')?.granted ?? 0;
  const { from, through, days, users } = trace;
  return {
    policies: scores.map(({ name, overspent, refusedWhileFunded, usersStopped, granted, refused, limitRequests }) => ({
      name,
      overspent,
      refusedWhileFunded,
      usersStopped,
      granted,
      refused,
      limitRequests,
      ofClairvoyant: best === 0 ? null : Number((granted / best).toFixed(4)),
    })),
    trace: { source, from, through, days, users: users.length, wanted: wantedCredits(trace) },
    anchorDay,
    ...(setup !== undefined && {
      pool: {
        amount: setup.amountCredits,
        window: setup.window,
        overcommit: setup.overcommitFactor,
        live: liveDocument(setup.live),
      },
    }),
    budgets: trial === undefined ? undefined : trialDocument(trial),
  };
}

function liveDocument({ peopleShare, sessionShare, wrongShare, lagMinutes, bounds }: LiveSetup) {
  return {
    hints: sessionShare > 0 ? 0 : peopleShare,
    hintSessions: sessionShare,
    wrong: wrongShare,
    lagMinutes,
    cap: bounds.capPercent,
  };
}

function trialDocument({ grantedCredits, refusedCredits, usersStopped, stops }: BudgetTrial) {
  return {
    granted: grantedCredits,
    refused: refusedCredits,
    usersStopped,
    stops: stops.map((stop) => ({
      user: stop.user,
      date: stop.day,
      minute: stop.minute,
      time: timeOfStop(stop),
      refused: stop.refusedCredits,
      binding: { scope: formatScope(stop.by.scope), window: stop.by.window },
    })),
  };
}

function wantedCredits({ wanted }: Trace): number {
  return wanted.reduce((sum, days) => days.reduce((own, credits) => own + credits, sum), 0);
}

function timeOfStop({ minute }: BudgetStop): string {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60].map((number) => String(number).padStart(2, '0'));
  return `${hours}:${minutes}`;
}
