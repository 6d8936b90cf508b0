import {
  branchDocuments,
  fallDocuments,
  repositoryDocuments,
} from '../../shared/application/queries/list-readiness.ts';
import { isRepository } from '../../shared/domain/readiness/judge-target.ts';
import { describeEvaluation } from '../../shared/domain/readiness/report.ts';
import { plainText } from '../../shared/terminal/plain-text.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { momentOf, type AsOfOptions } from '../frame/moment.ts';
import { withInstallation } from '../frame/with-installation.ts';

const weeksShown = 4;
const nothingYet = 'There are no readiness reports yet; "run readiness" reads them.';

/** `readiness list`. */
export async function listRepositories(context: CommandContext, options: AsOfOptions): Promise<ExitCode> {
  const { records, settings, today } = await readReadiness(context, options);
  const documents = repositoryDocuments(records, settings, today);
  const columns = ['Repository', 'Branch', 'Passing', 'Before', 'Regressions', 'Newest report'].map((title) => ({
    title,
  }));
  const rows = documents.map(({ repository, branch, passing, evaluated, trend, regressions, at }) => {
    const before = trend.at(-1 - weeksShown) ?? trend[0];
    return [
      repository,
      branch ?? '',
      `${passing} of ${evaluated}`,
      before === undefined ? '' : `${before.passing} of ${before.evaluated} (${before.week})`,
      String(regressions),
      at?.slice(0, 10) ?? '',
    ];
  });
  context.tell({ json: documents, text: rows.length === 0 ? nothingYet : renderTable(columns, rows, context.style) });
  return exitCodes.done;
}

/** `readiness show REPOSITORY`. */
export async function showRepository(context: CommandContext, named: string): Promise<ExitCode> {
  const { records } = await readReadiness(context, {});
  const repositories = [...new Set(records.map(({ repository }) => repository))];
  const meant = repositories.filter((repository) => isRepository(named, repository));
  const [repository] = meant;
  if (repository === undefined || meant.length > 1) {
    const problem = meant.length > 1 ? `${meant.length} repositories are meant by` : 'There are no reports of';
    throw new CommandError(plainText(`${problem} "${named}"; see "readiness list"`));
  }
  const branches = branchDocuments(records, repository);
  const columns = ['Branch', 'Criterion', 'Newest', 'Fell', 'Why'].map((title) => ({ title }));
  const rows = branches.flatMap(({ branch, lines }) =>
    lines.flatMap(({ criteria }) =>
      criteria.map((each) => [
        branch ?? 'not named',
        each.criterion,
        each.current ? describeEvaluation(each) : 'not evaluated any more',
        each.fall ?? '',
        each.rationale ?? '',
      ]),
    ),
  );
  context.tell({ json: { repository, branches }, text: renderTable(columns, rows, context.style) });
  return exitCodes.done;
}

/** `readiness regressions`. */
export async function listRegressions(context: CommandContext, options: AsOfOptions): Promise<ExitCode> {
  const { records, settings, today } = await readReadiness(context, options);
  const documents = fallDocuments(records, settings, today);
  const columns = ['Repository', 'Branch', 'Criterion', 'Kind', 'Before', 'After', 'Commit', 'Why'].map((title) => ({
    title,
  }));
  const rows = documents.map(({ repository, branch, criterion, kind, before, after, judges }) => [
    repository,
    branch ?? '',
    criterion,
    kind,
    `${describeEvaluation(before)} ${before.at.slice(0, 10)}`,
    `${describeEvaluation(after)} ${after.at.slice(0, 10)}`,
    after.commit?.slice(0, 12) ?? '',
    [judges ?? '', after.rationale ?? ''].filter((text) => text !== '').join('; '),
  ]);
  context.tell({
    json: documents,
    text: rows.length === 0 ? 'Nothing fell, or all of it has recovered.' : renderTable(columns, rows, context.style),
  });
  return exitCodes.done;
}

/** Everything that is known of readiness, with the settings that judge it. */
export async function readReadiness(context: CommandContext, options: AsOfOptions) {
  const today = new Date(momentOf(context, options)).toISOString().slice(0, 10);
  return withInstallation(context, async (installation) => ({
    records: await installation.readiness.list(),
    settings: installation.readSettings().readiness,
    today,
  }));
}
