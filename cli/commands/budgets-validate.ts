import { plainText } from '../../local/terminal/plain-text.ts';
import type { BudgetFile } from '../../shared/contracts/budget-file.ts';
import type { FileNote } from '../../shared/contracts/file-rows.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { readBudgetsFrom } from '../read-file.ts';

/** `budgets validate FILE`: looks at every row, touches nothing. */
export async function validateBudgets(context: CommandContext, path: string): Promise<ExitCode> {
  const { budgets, warnings } = soundBudgetsFrom(context, path);
  context.tell({
    json: { valid: true, budgets: budgets.length, problems: [], warnings: warnings.map(noteDocument) },
    text: `${path} is valid: ${budgets.length} budgets.`,
  });
  return Promise.resolve(exitCodes.done);
}

/** Reads a file in which every row is sound, and tells its warnings. Raises CommandError naming every problem. */
export function soundBudgetsFrom(context: CommandContext, path: string): BudgetFile {
  const file = readBudgetsFrom(path);
  if (file.problems.length > 0) {
    const lines = file.problems.map((note) => `  ${describeNote(note)}`);
    throw new CommandError(`${path} is not valid, and nothing was changed:\n${lines.join('\n')}`, exitCodes.failed, {
      valid: false,
      problems: file.problems.map(noteDocument),
    });
  }
  file.warnings.forEach((note) => context.note(describeNote(note)));
  return file;
}

function describeNote({ at, text }: FileNote): string {
  return plainText(`${at}: ${text}`);
}

/** A note as the JSON documents show it. */
export function noteDocument({ at, text }: FileNote) {
  return { at, problem: text };
}
