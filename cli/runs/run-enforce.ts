import { describeChanges, tightestFirst } from '../../local/terminal/describe-plan.ts';
import { describeRun } from '../../local/terminal/describe-run.ts';
import type { EnforcementRun } from '../../shared/application/enforcement/enforce-budgets.ts';
import { changesOf } from '../../shared/domain/caps/cap-plan.ts';
import type { SetCap } from '../../shared/domain/caps/cap.ts';
import { formatScope } from '../../shared/domain/budgets/scope.ts';
import { enforceJob, runIdOf } from '../../shared/domain/runs/run-id.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { describeHold } from './describe-hold.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { poolDocuments } from '../caps/pool-document.ts';
import { progressBar, progressOn } from '../frame/progress-bar.ts';
import { exitCodeOf, ownWord, withRuns, type RunOptions } from './run-by-hand.ts';
import { momentOf } from '../caps/snapshot-order.ts';

const rowsMax = 30;

/** `run enforce`: the nightly run, now or as of another moment. */
export async function runEnforce(context: CommandContext, said: RunOptions): Promise<ExitCode> {
  const { io } = context;
  const { dryRun = false } = said;
  const atMs = momentOf(context, said);
  const bar = progressBar(io);
  const night = await withRuns(context, { atMs, dryRun }, async (runs) =>
    runs.enforce({ runId: runIdOf(enforceJob, atMs, ownWord()), atMs, dryRun }, progressOn(bar)),
  ).finally(() => bar.stop());
  context.tell({ json: runDocument(night, dryRun), text: runText(context, night, dryRun) });
  return exitCodeOf[night.outcome.status];
}

/** The JSON document of a run. */
export function runDocument({ run, outcome, plan }: EnforcementRun, dryRun: boolean) {
  const { status, dataThrough = null, capsChanged, capsFailed, alerts, held, problems } = outcome;
  return {
    run: run.runId,
    job: run.job,
    at: run.at,
    status,
    dataThrough,
    capsChanged,
    capsFailed,
    alerts,
    held: held ?? null,
    problems,
    // Without a plan, as where a deployment made the run, nothing is known of the pools.
    ...(plan !== undefined && { pools: poolDocuments(plan) }),
    ...(dryRun && { dryRun, changes: plan === undefined ? [] : changesOf(plan).map(changeOf) }),
  };
}

/** One change as the JSON documents tell it. */
export function changeOf({ email, fromCredits, limitCredits, binding, reason }: SetCap) {
  return {
    email,
    from: fromCredits ?? null,
    to: limitCredits,
    binding: binding === undefined ? null : { scope: formatScope(binding.scope), window: binding.window },
    reason,
  };
}

function runText({ style }: CommandContext, night: EnforcementRun, dryRun: boolean): string {
  const summary = describeRun(night, style);
  if (!dryRun) {
    return summary;
  }
  const changes = night.plan === undefined ? [] : tightestFirst(changesOf(night.plan));
  const planned = changes.length === 0 ? 'No cap would change.' : describeChanges(changes, rowsMax, style);
  const { held } = night.outcome;
  const wait = held === undefined ? '' : `\n${describeHold(held)}`;
  return `${summary}\n\nDry run: nothing was sent. These caps would change:\n${planned}${wait}`;
}
