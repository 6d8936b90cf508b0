import { standingDocuments } from '../../shared/application/queries/list-readiness.ts';
import { targetRecord } from '../../shared/contracts/records/readiness-target.ts';
import { plainText } from '../../shared/terminal/plain-text.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { momentOf, type AsOfOptions } from '../frame/moment.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { recordCells, recordColumns, recordDocument } from '../../shared/terminal/records/record-rows.ts';

/** `readiness targets list`. */
export async function listTargets(context: CommandContext, options: AsOfOptions): Promise<ExitCode> {
  const today = new Date(momentOf(context, options)).toISOString().slice(0, 10);
  const { targets, invalid } = await withInstallation(context, async (installation) => {
    const { records, invalid: unread } = await installation.readinessTargets.list();
    const branches = await installation.readiness.list();
    const { mainBranches } = installation.readSettings().readiness;
    const judged = { today, mainBranches };
    return {
      targets: records.map((target) => ({ target, ...standingDocuments(target, branches, judged) })),
      invalid: unread,
    };
  });
  const columns = [...recordColumns(targetRecord), { title: 'Met' }, { title: 'Missed' }, { title: 'Unknown' }];
  const rows = targets.map(({ target, counts }) => [
    ...recordCells(targetRecord, target),
    `${counts.met} of ${counts.met + counts.open + counts.missed + counts.unknown}`,
    String(counts.missed),
    String(counts.unknown),
  ]);
  context.tell({
    json: targets.map(({ target, counts, repositories }) => ({
      ...recordDocument(targetRecord, target),
      counts,
      repositories,
    })),
    text:
      rows.length === 0
        ? 'There are no targets yet; make one with "readiness targets set".'
        : renderTable(columns, rows, context.style),
  });
  invalid.forEach(({ key, problem }) => context.note(plainText(`The target ${key} cannot be read: ${problem}`)));
  return exitCodes.done;
}
