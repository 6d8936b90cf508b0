import type { FileContent } from '../../shared/budgets/contract/budget-file.ts';
import type { ApiClient } from '../../shared/kernel/api/client/api-client.ts';
import type { OperationDocument } from '../../shared/kernel/contract/contracts.ts';
import { counted, grouped } from '../../shared/kernel/texts/amounts.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import type { Style } from '../../shared/terminal/style.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { withApi } from '../frame/connection/with-api.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { progressBar } from '../frame/progress-bar.ts';
import { describeImport } from './describe-import.ts';
import { agreeAndMake, effectNote, lookAtEdit, type LookedAt, type MakeTerms } from './make-edit.ts';
import type { ImportOptions } from './record-options.ts';
import { printPlan, readDrift, refuseUnreviewed } from './reviewed-file.ts';
import { validFileFrom, type ValidFile } from './valid-file.ts';

type Imported = Omit<OperationDocument<'importRecords'>, 'left' | 'agreed'>;

/** Shows what an import would do and what follows from it, and does it once somebody says yes. */
export async function importFile(
  context: CommandContext,
  { path, content, options }: { readonly path: string; readonly content: FileContent; readonly options: ImportOptions },
): Promise<ExitCode> {
  const { format, text, file: said } = validFileFrom(context, path, content);
  if (content === 'teams' && said.content.has('budgets')) {
    context.note('The budgets of the file were left alone; "npx curfew budgets import" takes both.');
  }
  const file = { format, content: text, prune: options.prune === true };
  const look = lookAtEdit({ edit: 'import', content, file }, options);
  const known = new Set(said.warnings.map((warning) => warning.text));
  let isNoted = false;
  const noted = async (api: ApiClient): Promise<LookedAt> => {
    const shown = await look(api);
    const warnings = isNoted ? [] : (shown.plan?.warnings ?? []);
    isNoted = true;
    warnings
      .filter(({ problem }) => !known.has(problem))
      .forEach(({ at, problem }) => context.note(plainText(`${at}: ${problem}`)));
    return shown;
  };
  const work = importWork(context, { content, file });
  const introduce = ({ plan }: LookedAt, style: Style): string =>
    plan === undefined ? '' : describeImport(plan, content, style);
  const driftOver = async (api: ApiClient) =>
    options.base === undefined ? [] : readDrift(context, api, { content, base: options.base, options });
  if (options.dryRun === true) {
    const shown = await withApi(context, async (api) => ({ drift: await driftOver(api), lookedAt: await noted(api) }));
    return printPlan(context, shown.lookedAt, { content, path, options, drift: shown.drift });
  }
  const { agreement, isRunning } = await withApi(context, async (api) => {
    const drift = await driftOver(api);
    const look = async () => {
      const lookedAt = await noted(api);
      refuseUnreviewed(context, { drift, exactly: lookedAt.exactly }, options);
      return lookedAt;
    };
    const order = { look, introduce, options, asksAlways: true, make: work };
    return { agreement: await agreeAndMake(context, api, order), isRunning: api.isRunning };
  });
  if (agreement.kind === 'shown') {
    return agreement.exitCode;
  }
  return printImport(context, agreement.lookedAt, agreement.kind === 'made' ? { ...agreement, isRunning } : undefined);
}

/** Makes the changes of a file, so many a call, until none is left. */
function importWork(
  context: CommandContext,
  {
    content,
    file,
  }: {
    readonly content: FileContent;
    readonly file: Pick<ValidFile, 'format'> & { readonly content: string; readonly prune: boolean };
  },
) {
  return async (api: ApiClient, { query }: MakeTerms): Promise<Imported> => {
    const bar = progressBar(context.io);
    const failed: Imported['failed'][number][] = [];
    const failedTeams: Imported['failed'][number][] = [];
    try {
      let next = query;
      let first: OperationDocument<'importRecords'> | undefined;
      for (;;) {
        const { document } = await api.read('importRecords', { content, ...next, body: file });
        first ??= document;
        failed.push(...document.failed);
        failedTeams.push(...(document.teams?.failed ?? []));
        if (document.agreed === null) {
          const { left: _left, agreed: _agreed, teams, ...rest } = first;
          return { ...rest, failed, teams: teams === undefined ? undefined : { ...teams, failed: failedTeams } };
        }
        const total = changesIn(first).length;
        bar.show(`Changing ${content}`, total - document.left, total);
        next = { ...next, agreed: document.agreed };
      }
    } finally {
      bar.stop();
    }
  };
}

function changesIn({ changes, teams }: Pick<Imported, 'changes' | 'teams'>): readonly unknown[] {
  return [...changes, ...(teams?.changes ?? [])];
}

function printImport(
  context: CommandContext,
  { impact, plan }: LookedAt,
  done: { readonly made: Imported; readonly isRunning: boolean } | undefined,
): ExitCode {
  const document = done?.made ?? plan;
  if (document === undefined) {
    return exitCodes.failed;
  }
  const { warnings, ...rest } = document;
  const needed = changesIn(rest).length;
  const failed = [...rest.failed, ...(rest.teams?.failed ?? [])];
  const isApplied = needed > 0 && done !== undefined;
  context.print({
    json: { ...rest, applied: isApplied, warnings, impact },
    text: isApplied ? describeResults(needed, failed) : describeNoChange(needed > 0),
  });
  if (isApplied) {
    context.note(effectNote(done.isRunning));
  }
  const blocked = [...rest.blocked, ...(rest.teams?.blocked ?? [])];
  return failed.length + blocked.length === 0 ? exitCodes.done : exitCodes.someRowsFailed;
}

function describeNoChange(isNeeded: boolean): string {
  return isNeeded
    ? 'Nothing was changed. To make these changes, run the command again with --yes.'
    : 'There is nothing to change.';
}

function describeResults(count: number, failed: Imported['failed']): string {
  const done = count - failed.length;
  return [
    `${grouped(done)} of ${counted(count, 'change')} ${done === 1 ? 'was' : 'were'} made.`,
    ...failed.map(({ problem }) => plainText(`! ${problem}`)),
  ].join('\n');
}
