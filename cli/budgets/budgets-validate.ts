import type { CommandContext } from '../frame/command-context.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { describeContent, noteDocument, soundFileFrom } from './valid-file.ts';

/** `budgets validate FILE`: looks at every row, touches nothing. */
export async function validateBudgets(context: CommandContext, path: string): Promise<ExitCode> {
  const file = soundFileFrom(context, path, 'budgets');
  const { budgets, teams, warnings } = file;
  context.tell({
    json: {
      valid: true,
      budgets: budgets.length,
      teams: teams.length,
      problems: [],
      warnings: warnings.map(noteDocument),
    },
    text: `${path} is valid: ${describeContent(file)}.`,
  });
  return Promise.resolve(exitCodes.done);
}
