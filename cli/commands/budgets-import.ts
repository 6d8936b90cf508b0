import { applyImport, planImport, type EditResult, type ImportPlan } from '../../shared/application/import-budgets.ts';
import type { Installation } from '../../local/installation.ts';
import { plainText } from '../../local/terminal/plain-text.ts';
import type { Style } from '../../local/terminal/style.ts';
import { grouped } from '../../shared/domain/texts/grouped.ts';
import { budgetKey } from '../../shared/domain/budgets/diff-budgets.ts';
import { changeDocument, changeTable } from '../budget-rows.ts';
import { authorOf, type CommandContext } from '../command-context.ts';
import { progressBar } from '../progress-bar.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { noteEffect } from '../takes-effect.ts';
import { editPorts, withInstallation } from '../with-installation.ts';
import { noteDocument, soundBudgetsFrom } from './budgets-validate.ts';

export interface ImportOptions {
  readonly yes?: boolean;
  readonly prune?: boolean;
}

/** `budgets import FILE`: shows what it would do first, and does it once somebody says yes. */
export async function importBudgets(
  context: CommandContext,
  path: string,
  { yes = false, prune = false }: ImportOptions,
): Promise<ExitCode> {
  const { budgets, warnings } = soundBudgetsFrom(context, path);
  return withInstallation(context, async (installation) => {
    const wanted = budgets.map(({ budget }) => budget);
    const plan = await planImport(installation.budgets, wanted, { prune });
    context.say(describePlan(plan, context.style));
    const isApplied = plan.changes.length > 0 && (yes || (await isConfirmed(context)));
    const results = isApplied ? await applied(context, installation, plan) : [];
    context.tell({
      json: { ...importDocument(plan, results), applied: isApplied, warnings: warnings.map(noteDocument) },
      text: isApplied ? describeResults(results) : describeNoChange(plan),
    });
    if (isApplied) {
      noteEffect(context, installation);
    }
    return exitCodeOf(plan, results);
  });
}

async function applied(
  { io }: CommandContext,
  installation: Installation,
  plan: ImportPlan,
): Promise<readonly EditResult[]> {
  const bar = progressBar(io);
  const onProgress = (done: number): void => bar.show('Changing budgets', done, plan.changes.length);
  try {
    return await applyImport({ ...editPorts(installation), onProgress }, plan, authorOf(io));
  } finally {
    bar.stop();
  }
}

async function isConfirmed({ io, options }: CommandContext): Promise<boolean> {
  return options.json !== true && io.confirm !== undefined && (await io.confirm('Make these changes?'));
}

function importDocument(plan: ImportPlan, results: readonly EditResult[]) {
  return {
    changes: plan.changes.map(changeDocument),
    unchanged: plan.unchanged,
    notInFile: plan.unnamed.map(budgetKey),
    blocked: plan.blocked,
    failed: results.flatMap(({ change, outcome }) =>
      outcome.kind === 'done' ? [] : [{ ...changeDocument(change), problem: outcome.problem }],
    ),
  };
}

function describePlan(plan: ImportPlan, style: Style): string {
  const counts = (['add', 'change', 'remove'] as const).map(
    (kind) => plan.changes.filter((change) => change.kind === kind).length,
  );
  const [adds = 0, changes = 0, removals = 0] = counts.map(grouped);
  const blocked = plan.blocked.map(
    ({ key, problem }) =>
      `! ${key} is left alone: its row in the table was edited by hand and must be mended first: ${problem}`,
  );
  return [
    ...(plan.changes.length === 0 ? [] : [changeTable(plan.changes, style)]),
    `${adds} to add, ${changes} to change, ${removals} to remove, ${grouped(plan.unchanged)} as they are.`,
    ...(plan.unnamed.length === 0
      ? []
      : [`${grouped(plan.unnamed.length)} budgets that the file does not name stay; --prune would remove them.`]),
    ...blocked.map(plainText),
  ].join('\n');
}

function describeNoChange(plan: ImportPlan): string {
  return plan.changes.length === 0
    ? 'There is nothing to change.'
    : 'Nothing was changed. To make these changes, run the command again with --yes.';
}

function describeResults(results: readonly EditResult[]): string {
  const problems = results.flatMap(({ outcome }) =>
    outcome.kind === 'done' ? [] : [plainText(`! ${outcome.problem}`)],
  );
  const done = results.length - problems.length;
  return [`${grouped(done)} of ${grouped(results.length)} changes were made.`, ...problems].join('\n');
}

function exitCodeOf(plan: ImportPlan, results: readonly EditResult[]): ExitCode {
  const failed = results.filter(({ outcome }) => outcome.kind !== 'done').length + plan.blocked.length;
  return failed === 0 ? exitCodes.done : exitCodes.someRowsFailed;
}
