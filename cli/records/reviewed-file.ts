import { basename } from 'node:path';

import type { FileContent } from '../../shared/budgets/contract/budget-file.ts';
import type { ApiClient } from '../../shared/kernel/api/client/api-client.ts';
import { counted } from '../../shared/kernel/texts/amounts.ts';
import { type Block, drawBlocks } from '../frame/block.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { markdownComment } from '../frame/markdown.ts';
import { impactBlocks } from './describe-impact.ts';
import { changeBlock, importParts } from './describe-import.ts';
import { impactText, lookAtEdit, type LookedAt } from './make-edit.ts';
import type { ImportOptions } from './record-options.ts';
import type { ChangeDocument } from './record-rows.ts';
import { validFileFrom } from './valid-file.ts';

/** What differs in the tables from a file that was imported before, part by part: someone edited beside the file. */
type Drift = readonly { readonly what: FileContent; readonly changes: readonly ChangeDocument[] }[];

/** Compares the tables with the base of a file under review. Raises CommandError for a base that is not valid. */
export async function readDrift(
  context: CommandContext,
  api: ApiClient,
  { content, base, options }: { readonly content: FileContent; readonly base: string; readonly options: ImportOptions },
): Promise<Drift> {
  const { format, text } = validFileFrom(context, base, content);
  const file = { format, content: text, prune: options.prune === true };
  const { plan } = await lookAtEdit({ edit: 'import', content, file }, options)(api);
  const parts = [
    { what: 'teams' as const, changes: (content === 'teams' ? plan : plan?.teams)?.changes ?? [] },
    { what: 'budgets' as const, changes: content === 'teams' ? [] : (plan?.changes ?? []) },
  ];
  return parts
    .filter(({ changes }) => changes.length > 0)
    .map(({ what, changes }) => ({ what, changes: changes.map(sinceFile) }));
}

/** What would bring the file back, told as what was changed since. */
function sinceFile({ change, before, after }: ChangeDocument): ChangeDocument {
  const back = { add: 'remove', change: 'change', remove: 'add' } as const;
  return { change: back[change], before: after, after: before };
}

function driftBlocks(drift: Drift, base: string): readonly Block[] {
  return [
    `Refused: ${counted(drift.flatMap(({ changes }) => changes).length, 'row was', 'rows were')} changed in the table since ${basename(base)} was imported.`,
    ...drift.map(({ what, changes }) => changeBlock(changes, what)),
    'Bring these changes into the file ("npx curfew budgets export" writes the table), or take them back in the table.',
  ];
}

/** Raises CommandError where the tables differ from the base, or where other changes were reviewed. */
export function refuseUnreviewed(
  { style }: CommandContext,
  { drift, exactly }: { readonly drift: Drift; readonly exactly: string | undefined },
  { base = '', plan }: ImportOptions,
): void {
  if (drift.length > 0) {
    throw new CommandError(`${drawBlocks(driftBlocks(drift, base), style)}\nNothing was changed.`, exitCodes.failed, {
      drift,
    });
  }
  const now = planIdOf(exactly);
  if (plan !== undefined && plan !== now) {
    throw new CommandError(
      `Plan ${plan} is not what this file does now (plan ${now ?? 'none'}): the file or the table has changed since it was reviewed. Nothing was changed; plan again`,
      exitCodes.failed,
      { plan: now ?? null },
    );
  }
}

/** The name of exactly these changes of a file, on exactly these versions. */
function planIdOf(exactly: string | undefined): string | undefined {
  return exactly?.slice(0, 16);
}

interface Shown {
  readonly content: FileContent;
  readonly path: string;
  readonly options: ImportOptions;
  readonly drift: Drift;
}

/** Prints what an import would do: as text, as JSON, or as a comment of a pull request. */
export function printPlan(context: CommandContext, lookedAt: LookedAt, shown: Shown): ExitCode {
  const { drift, content, options } = shown;
  const { impact, exactly } = lookedAt;
  if (options.format === 'markdown') {
    context.io.writeOut(`${planMarkdown(lookedAt, shown)}\n`);
  } else {
    const parts = lookedAt.plan === undefined ? [] : importParts(lookedAt.plan, content);
    context.print({
      json: { ...impact, plan: planIdOf(exactly) ?? null, drift: options.base === undefined ? undefined : drift },
      text: [
        ...(drift.length === 0 ? [] : [drawBlocks(driftBlocks(drift, options.base ?? ''), context.style)]),
        ...parts.map((blocks) => drawBlocks(blocks, context.style)),
        `${impactText(context, lookedAt)}\nNothing was changed.`,
      ].join('\n\n'),
    });
  }
  return drift.length > 0 ? exitCodes.failed : impact.held === null ? exitCodes.done : exitCodes.held;
}

const shownInComment = { changes: 100, pools: 50, warnings: 30 };

/** The plan of a file under review. What the review decides on comes first: what is refused, and who is stopped. */
function planMarkdown(lookedAt: LookedAt, { content, path, options, drift }: Shown): string {
  const { impact, plan, exactly, isEdit } = lookedAt;
  const name = basename(path);
  const figures = impact.dataThrough === null ? 'without figures yet' : `on figures through ${impact.dataThrough}`;
  return markdownComment({ marker: `curfew plan ${name}`, heading: `Curfew: ${verdictOf(lookedAt, drift)}` }, [
    ...(drift.length === 0 ? [] : driftBlocks(drift, options.base ?? '')),
    ...(plan === undefined ? [] : importParts(plan, content).flat()),
    ...(isEdit ? impactBlocks(lookedAt, shownInComment) : []),
    `File ${name}, ${figures}. Plan ${planIdOf(exactly) ?? 'none'}.`,
  ]);
}

function verdictOf({ impact, isEdit }: LookedAt, drift: Drift): string {
  if (drift.length > 0) {
    return 'refused, the table was changed beside the file';
  }
  const { stopped, changes } = impact;
  return !isEdit
    ? 'nothing to change'
    : stopped.length > 0
      ? `${counted(stopped.length, 'person is', 'people are')} stopped`
      : `${counted(changes.length, 'limit changes', 'limits change')}, no one is stopped`;
}
