import { describeChanges, tightestFirst } from '../../local/texts/describe-plan.ts';
import { describeRun } from '../../local/texts/describe-run.ts';
import { changesOf } from '../../shared/caps/cap-plan.ts';
import type { EnforcementRun } from '../../shared/enforcement/use-cases/enforce-budgets.ts';
import type { EnforcementDocument } from '../../shared/kernel/runs/contract/run-documents.ts';
import { enforceJob, runIdOf } from '../../shared/kernel/runs/run-id.ts';
import { enforcementDocument, plannedChangeDocument } from '../../shared/kernel/runs/use-cases/run-documents.ts';
import { momentOf } from '../frame/arguments.ts';
import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { progressBar, progressOn } from '../frame/progress-bar.ts';
import { exitCodeOf, ownWord, withRuns, type RunOptions } from './by-hand/run-by-hand.ts';
import { describeHold } from './describe-hold.ts';

const rowsMax = 30;

/** `run enforce`: the nightly run, now or as of another moment. */
export async function runEnforce(context: CommandContext, said: RunOptions): Promise<ExitCode> {
  const { io } = context;
  const { dryRun = false } = said;
  const atMs = momentOf(context, said);
  const bar = progressBar(io);
  const run = await withRuns(context, { atMs, dryRun }, async (runs) =>
    runs.enforce({ runId: runIdOf(enforceJob, atMs, ownWord()), atMs, dryRun }, progressOn(bar)),
  ).finally(() => bar.stop());
  context.print({
    json: enforcementDocument(run, { dryRun }) satisfies EnforcementDocument,
    text: runText(context, run, dryRun),
  });
  return exitCodeOf[run.outcome.status];
}

function runText({ style }: CommandContext, run: EnforcementRun, dryRun: boolean): string {
  const summary = describeRun(run, style);
  if (!dryRun) {
    return summary;
  }
  const changes = run.plan === undefined ? [] : tightestFirst(changesOf(run.plan).map(plannedChangeDocument));
  const planned = changes.length === 0 ? 'No cap would change.' : describeChanges(changes, rowsMax, style);
  const { held } = run.outcome;
  const wait = held === undefined ? '' : `\n${describeHold(held)}`;
  return `${summary}\n\nDry run: nothing was sent. These caps would change:\n${planned}${wait}`;
}
