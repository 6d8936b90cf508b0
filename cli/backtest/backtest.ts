import { backtestPolicies } from '../../shared/application/queries/backtest-policies.ts';
import { backtestOf, type BacktestSetup } from '../../shared/domain/backtest/backtest-setup.ts';
import type { Trace } from '../../shared/domain/backtest/trace.ts';
import { tryBudgets, type BudgetTrial } from '../../shared/domain/backtest/try-budgets.ts';
import { parseBacktestOrder, type BacktestOptions, type BacktestOrder } from './backtest-order.ts';
import { describePolicies, describeTrace, policyDocuments, traceDocument } from './backtest-report.ts';
import { traceOfFile, traceOfLedger } from './backtest-trace.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { settingsOf } from '../frame/open-installation.ts';
import { progressBar } from '../frame/progress-bar.ts';
import { proposalFrom } from './proposal.ts';
import { describeTrial, trialDocument } from './trial-report.ts';

export type { BacktestOptions };

/** `backtest`: replays wanted use through the policies of a pool, and through proposed budgets. Changes nothing. */
export async function runBacktest(context: CommandContext, options: BacktestOptions): Promise<ExitCode> {
  const { style } = context;
  const order = parseBacktestOrder(options);
  const proposal = options.budgets === undefined ? undefined : proposalFrom(context, options.budgets);
  const anchorDay = order.anchorDay ?? (await settingsOf(context)).platformWindowAnchorDay;
  const trace = options.trace === undefined ? await traceOfLedger(context) : traceOfFile(context, options.trace);
  const setup = setupOf(order, anchorDay);
  const scores = setup === undefined ? [] : scoresOf(context, trace, setup);
  const trial =
    proposal === undefined
      ? undefined
      : tryBudgets(trace, proposal.budgets, { anchorDay, teamOf: proposal.teamsOf(trace.users) });
  context.tell({
    json: {
      policies: policyDocuments(scores),
      trace: { source: options.trace === undefined ? 'ledger' : 'file', ...traceDocument(trace) },
      anchorDay,
      ...(setup !== undefined && { pool: poolDocument(setup) }),
      ...(trial !== undefined && { budgets: trialDocument(trial) }),
    },
    text: [describeTrace(trace), ...parts({ scores, setup, trial }, style)].join('\n\n'),
  });
  return exitCodes.done;
}

interface Findings {
  readonly scores: ReturnType<typeof scoresOf>;
  readonly setup: BacktestSetup | undefined;
  readonly trial: BudgetTrial | undefined;
}

function parts({ scores, setup, trial }: Findings, style: CommandContext['style']): readonly string[] {
  return [
    ...(setup === undefined ? [] : [describePolicies(scores, setup, style)]),
    ...(trial === undefined ? [] : [describeTrial(trial, style)]),
  ];
}

function poolDocument({ amountCredits, window, overcommitFactor }: BacktestSetup) {
  return { amount: amountCredits, window, overcommit: overcommitFactor };
}

function setupOf(
  { poolCredits, window, overcommitFactor }: BacktestOrder,
  anchorDay: number,
): BacktestSetup | undefined {
  return poolCredits === undefined
    ? undefined
    : { ...backtestOf({ amountCredits: poolCredits, window }), platformWindow: { anchorDay }, overcommitFactor };
}

function scoresOf({ io }: CommandContext, trace: Trace, setup: BacktestSetup) {
  const bar = progressBar(io);
  try {
    return backtestPolicies(trace, setup, ({ policy, done, total }) => bar.show(`Replaying ${policy}`, done, total));
  } finally {
    bar.stop();
  }
}
