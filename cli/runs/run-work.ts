import { randomUUID } from 'node:crypto';

import { describeChanges, tightestFirst } from '../../local/texts/describe-plan.ts';
import { describeRun } from '../../local/texts/describe-run.ts';
import { describeWatch, describeWatcherRun } from '../../local/texts/describe-watcher-run.ts';
import { changesOf } from '../../shared/caps/cap-plan.ts';
import { job as controlsJob } from '../../shared/controls/job.ts';
import type { EnforcementRun } from '../../shared/enforcement/use-cases/enforce-budgets.ts';
import type { ApiClient } from '../../shared/kernel/api/client/api-client.ts';
import type {
  EnforcementDocument,
  RunRecordDocument,
  StartedRunDocument,
} from '../../shared/kernel/runs/contract/run-documents.ts';
import { enforcementOutcome } from '../../shared/kernel/runs/outcome.ts';
import { enforceJob, runIdOf } from '../../shared/kernel/runs/run-id.ts';
import type { PlanOrder } from '../../shared/kernel/runs/run.ts';
import { enforcementDocument, plannedChangeDocument } from '../../shared/kernel/runs/use-cases/run-documents.ts';
import { minuteText } from '../../shared/kernel/time/day.ts';
import { emailKey } from '../../shared/roster/email.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { type AsOfOptions, momentOf } from '../frame/arguments.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import { showAnswer } from '../frame/connection/show-answer.ts';
import { withApi } from '../frame/connection/with-api.ts';
import { type ExitCode, exitCodes } from '../frame/exit-codes.ts';
import { progressBar, progressOn } from '../frame/progress-bar.ts';
import { importFile } from '../records/import-file.ts';
import { endOf, runOf } from './by-hand/ended-run.ts';
import { exitCodeOf, ownWord, type RunOptions, withRuns } from './by-hand/run-by-hand.ts';
import { describeHold } from './describe-hold.ts';
import { runControls, runWatcher } from './run-watcher.ts';

/** `apply [PLAN]`: does exactly that plan, or refuses when what it was made from has changed. */
export async function applyPlan(
  context: CommandContext,
  planId: string | undefined,
  said: AsOfOptions,
): Promise<ExitCode> {
  const plan = planId === undefined ? {} : { planId };
  const at = new Date(momentOf(context, said)).toISOString();
  const body = { at, plan: planId, ...madeHere(context) };
  const apply = { ...plan, actor: authorOf(context).name, isApproved: false };
  const run = await runAsked(context, apply, async (api, key) =>
    api.read('applyPlan', { body }, { idempotencyKey: key }),
  );
  return printRun(context, run);
}

/**
 * `approve PLAN`: does a held plan, or refuses when what it was made from has changed. With `only`, releases the rows of
 * these users, as the plan would be made now; the rest waits on.
 */
export async function approvePlan(
  context: CommandContext,
  planId: string,
  only: readonly string[] = [],
): Promise<ExitCode> {
  const rows = [...new Set(only.map(emailKey))];
  const order = rows.length === 0 ? {} : { only: rows };
  const apply = { planId, actor: authorOf(context).name, isApproved: true, ...order };
  let at: string | undefined;
  const run = await runAsked(context, apply, async (api, key) => {
    // Asked for again, it is the same run only as of the same moment.
    const body = { ...order, at, ...madeHere(context) };
    const asked = await api.read('approvePlan', { plan: planId, body }, { idempotencyKey: key });
    at = asked.document.at;
    return asked;
  });
  return rows.length === 0 ? printRun(context, run) : printReleased(context, run, rows.length);
}

/** `reject PLAN`: says that a held plan must not be done. */
export async function rejectHeldPlan(context: CommandContext, planId: string): Promise<ExitCode> {
  return showAnswer(context, ['rejectPlan', { plan: planId }], {
    text: () => `Plan ${planId} is rejected; nothing was sent.`,
  });
}

/** Asks for the run of a plan, which the API decides on, and waits for it; on one machine it is made here. */
async function runAsked(
  context: CommandContext,
  apply: PlanOrder,
  ask: (api: ApiClient, key: string) => Promise<{ readonly document: StartedRunDocument }>,
): Promise<EnforcementRun> {
  const key = randomUUID();
  const asked = await withApi(context, async (api) => {
    const { document } = await ask(api, key);
    const wait = async () => endOf(context, api, { started: document, askAgain: async () => ask(api, key) });
    return { ...document, ended: document.isStarted ? await wait() : undefined };
  });
  if (asked.ended !== undefined) {
    const { run, outcome } = asked.ended;
    return { run, outcome: enforcementOutcome(outcome), outcomes: new Map() };
  }
  const order = { runId: asked.run, atMs: Date.parse(asked.at), dryRun: false, apply };
  return withRuns(context, order, async (runs) => runs.enforce(order));
}

/** On one machine this command makes the run, and shows it as it goes on. */
function madeHere({ chosen }: CommandContext): { readonly start?: false } {
  return chosen.kind === 'machine' ? { start: false } : {};
}

function printRun(context: CommandContext, run: EnforcementRun): ExitCode {
  context.print({
    json: enforcementDocument(run, { dryRun: false }) satisfies EnforcementDocument,
    text: describeRun(run, context.style),
  });
  return exitCodeOf[run.outcome.status];
}

/** What is sent, and what of it is not covered yet, is said row by row. */
function printReleased(context: CommandContext, run: EnforcementRun, count: number): ExitCode {
  const { capsChanged, held } = run.outcome;
  const isReleased = capsChanged > 0;
  const waits = held?.plan === undefined ? '' : ` The rest waits on as plan ${held.plan}.`;
  const open = capsChanged < count ? ' For the others nothing more is provably free while the rest waits.' : '';
  context.print({
    json: enforcementDocument(run, { dryRun: false }) satisfies EnforcementDocument,
    text: isReleased ? `${capsChanged} of ${count} limits set.${open}${waits}` : describeRun(run, context.style),
  });
  return isReleased ? (open === '' ? exitCodes.done : exitCodes.someRowsFailed) : exitCodeOf[run.outcome.status];
}

function describeRecord(record: RunRecordDocument, style: Style): string {
  const run = runOf(record);
  const { outcome, job } = run;
  if (outcome === undefined) {
    return record.cutOff
      ? `${run.runId} began on ${minuteText(run.startedAt)} and was cut off: no process works on it any more. What it did is kept, and the next run of ${job} does the rest.`
      : `${run.runId} began on ${minuteText(run.startedAt)} and has not finished.`;
  }
  if (outcome.findings !== undefined) {
    return describeWatcherRun({ run, outcome }, style);
  }
  return job === controlsJob.name
    ? describeWatch({ run, outcome }, style)
    : describeRun({ run, outcome: enforcementOutcome(outcome), outcomes: new Map() }, style);
}

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

/** What the commands of runs and plans do. */
export const runWork = {
  applyPlan,
  approvePlan,
  describeRecord,
  importFile,
  rejectHeldPlan,
  runControls,
  runEnforce,
  runWatcher,
};
