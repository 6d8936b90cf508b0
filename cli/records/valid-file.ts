import { readBudgetFile, type BudgetFile, type FileContent } from '../../shared/budgets/contract/budget-file.ts';
import type { FileNote } from '../../shared/kernel/records/contract/files/file-rows.ts';
import type { FileFormat } from '../../shared/kernel/records/contract/files/file-text.ts';
import { counted } from '../../shared/kernel/texts/amounts.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { readRecordBytes } from '../frame/files/read-file.ts';

/** A file in which every row is valid. */
export interface ValidFile {
  readonly format: FileFormat;
  readonly text: string;
  readonly file: BudgetFile;
}

/** Reads a file of valid rows, and notes warnings. Raises CommandError with every problem, or without wanted teams. */
export function validFileFrom(context: CommandContext, path: string, wanted: FileContent): ValidFile {
  const { bytes, format } = readRecordBytes(context.io, path, wanted);
  const file = readBudgetFile(bytes, format, wanted);
  refuseProblems(path, file.problems);
  if (wanted === 'teams' && !file.content.has('teams')) {
    throw new CommandError(
      `${path} has no "teams:", and nothing was changed; see "npx curfew budgets import"`,
      exitCodes.failed,
    );
  }
  file.warnings.forEach((note) => context.note(describeNote(note)));
  return { format, text: new TextDecoder().decode(bytes), file };
}

/** Raises CommandError that names every problem of a file. */
export function refuseProblems(path: string, problems: readonly FileNote[]): void {
  if (problems.length > 0) {
    const lines = problems.map((note) => `  ${describeNote(note)}`);
    throw new CommandError(
      `${plainText(path)} is not valid, and nothing was changed:\n${lines.join('\n')}`,
      exitCodes.failed,
      { valid: false, problems: problems.map(noteDocument) },
    );
  }
}

/** `validate FILE`: looks at every row, touches nothing. */
export async function validateFile(context: CommandContext, path: string, wanted: FileContent): Promise<ExitCode> {
  const { file } = validFileFrom(context, path, wanted);
  const { budgets, teams, warnings } = file;
  context.print({
    json: {
      valid: true,
      ...(wanted === 'budgets' && { budgets: budgets.length }),
      teams: teams.length,
      problems: [],
      warnings: warnings.map(noteDocument),
    },
    text: `${path} is valid: ${wanted === 'teams' ? counted(teams.length, 'team') : describeContent(file)}.`,
  });
  return Promise.resolve(exitCodes.done);
}

/** How much a file says: `3 budgets, 1 team`. */
function describeContent({ budgets, teams, content }: BudgetFile): string {
  const parts = [
    ...(content.has('budgets') ? [counted(budgets.length, 'budget')] : []),
    ...(content.has('teams') ? [counted(teams.length, 'team')] : []),
  ];
  return parts.join(', ');
}

function noteDocument({ at, text }: FileNote) {
  return { at, problem: text };
}

function describeNote({ at, text }: FileNote): string {
  return plainText(`${at}: ${text}`);
}
