import type { CommandContext } from '../frame/command-context.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { noteDocument, soundFileFrom } from '../budgets/valid-file.ts';

/** `teams validate FILE`: looks at every row, touches nothing. */
export async function validateTeams(context: CommandContext, path: string): Promise<ExitCode> {
  const { teams, warnings } = soundFileFrom(context, path, 'teams');
  context.tell({
    json: { valid: true, teams: teams.length, problems: [], warnings: warnings.map(noteDocument) },
    text: `${path} is valid: ${teams.length} teams.`,
  });
  return Promise.resolve(exitCodes.done);
}
