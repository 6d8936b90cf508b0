import type { OperationDocument, OperationGiven } from '../../shared/kernel/contract/contracts.ts';
import { quotedValue } from '../../shared/kernel/records/contract/fields/quoted-value.ts';
import { fileFormat } from '../../shared/kernel/records/contract/files/file-text.ts';
import { counted } from '../../shared/kernel/texts/amounts.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { describeInvalid } from '../budgets/budget-rows.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { wrongUsage } from '../frame/command-error.ts';
import { withApi } from '../frame/connection/with-api.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { writeWhole } from '../frame/files/write-file.ts';

/** `export [FILE]`: every record as a file that `import` reads; without a file, CSV on standard output. */
export async function exportFile(
  context: CommandContext,
  path: string | undefined,
  { kind, name }: { readonly kind: OperationGiven<'exportRecords'>['kind']; readonly name: string },
): Promise<ExitCode> {
  const format = path === undefined ? 'csv' : fileFormat(path);
  if (format === undefined) {
    throw wrongUsage(`${quotedValue(path)} has no known ending; name a file that ends in .csv, .yaml or .yml`);
  }
  const { document } = await withApi(context, async (api) => api.read('exportRecords', { kind, format }));
  const { content, records, leftOut } = document;
  if (path !== undefined) {
    writeWhole(path, content);
  }
  const were = records.length === 1 ? 'was' : 'were';
  context.print({
    json: { file: path ?? null, [`${name}s`]: records, leftOut },
    text: path === undefined ? content.trimEnd() : `${counted(records.length, name)} ${were} written to ${path}.`,
  });
  leftOut.forEach((row) => context.note(plainText(leftOutText(row))));
  return leftOut.length === 0 ? exitCodes.done : exitCodes.someRowsFailed;
}

/** A row that cannot be read: of the budgets, of the teams, or of another kind. */
function leftOutText(row: OperationDocument<'exportRecords'>['leftOut'][number]): string {
  if ('scope' in row) {
    return describeInvalid(row);
  }
  return 'team' in row
    ? `Left out: the row "${row.team}" of the table is not valid: ${row.problem}`
    : `Left out: ${row.key} cannot be read: ${row.problem}`;
}
