import type { RecordCodec } from '../../kernel/records/contract/record.ts';
import { keyText } from '../../kernel/records/record-kind.ts';
import type { ImportPlan } from '../../kernel/records/use-cases/import-records.ts';
import { counted, grouped } from '../../kernel/texts/amounts.ts';
import { plainText } from '../../kernel/texts/plain-text.ts';
import type { Style } from '../style.ts';
import { changeDocument, changeTable } from './record-rows.ts';

/** A change that could not be made. */
export type FailedChange = Readonly<Record<string, unknown>> & { readonly problem: string };

/** What an import would do to one table, as the JSON documents show it. */
export function importDocument<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  plan: ImportPlan<Terms>,
  failed: readonly FailedChange[] = [],
) {
  return {
    changes: plan.changes.map((change) => changeDocument(record, change)),
    unchanged: plan.unchanged,
    notInFile: plan.unnamed.map((stored) => keyText(record.kind, stored)),
    blocked: plan.blocked,
    failed,
  };
}

/** The same in words, its changes as a table. `what`: what several of them are called. */
export function describeImport<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  { changes, unchanged, unnamed, blocked }: ImportPlan<Terms>,
  { what, style }: { readonly what: 'budgets' | 'teams'; readonly style: Style },
): string {
  const [adds, edits, removals] = (['add', 'change', 'remove'] as const).map((kind) =>
    grouped(changes.filter((change) => change.kind === kind).length),
  );
  const counts = `${adds} to add, ${edits} to change, ${removals} to remove, ${grouped(unchanged)} as they are.`;
  const [stay, them] = unnamed.length === 1 ? ['stays', 'it'] : ['stay', 'them'];
  return [
    ...(changes.length === 0 ? [] : [changeTable(record, changes, style)]),
    what === 'teams' ? `Teams: ${counts}` : counts,
    ...(unnamed.length === 0
      ? []
      : [
          `${counted(unnamed.length, what.slice(0, -1))} that the file does not name ${stay}; --prune would remove ${them}.`,
        ]),
    ...blocked.map(({ key, problem }) =>
      plainText(`! ${key} is left alone: its row in the table was edited by hand and must be mended first: ${problem}`),
    ),
  ].join('\n');
}
