import { standingDocuments } from '../../shared/application/queries/list-readiness.ts';
import { targetRecord } from '../../shared/contracts/records/readiness-target.ts';
import { isRepository } from '../../shared/domain/readiness/judge-target.ts';
import { targetKind, type TargetKey, type TargetTerms } from '../../shared/domain/readiness/target.ts';
import { plainText } from '../../shared/terminal/plain-text.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { momentOf, type AsOfOptions } from '../frame/moment.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { recordCells, recordColumns, recordDocument } from '../../shared/terminal/records/record-rows.ts';
import type { StoredKind } from '../records/stored-records.ts';

/** The targets, for the commands that edit them. */
export const storedTargets: StoredKind<TargetKey, TargetTerms> = {
  record: targetRecord,
  kind: targetKind,
  section: 'targets',
  listedBy: 'readiness targets list',
  storeOf: ({ readinessTargets }) => readinessTargets,
  async effectOf({ readiness }, changes) {
    const repositories = [...new Set((await readiness.list()).map(({ repository }) => repository))];
    return changes.flatMap((change) => {
      if (change.kind === 'remove') {
        return [];
      }
      const { criterion, repository: pattern } = change.after;
      const meant = repositories.filter((repository) => isRepository(pattern, repository)).length;
      return [
        plainText(`${criterion} in ${pattern}: ${meant} of ${repositories.length} known repositories are meant.`),
      ];
    });
  },
};

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
