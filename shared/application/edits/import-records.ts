import { diffRecords, type RecordChange, type RecordPlan } from '../../domain/records/diff-records.ts';
import { keyText } from '../../domain/records/record-kind.ts';
import { editRecord, type EditOutcome, type EditPorts } from './edit-record.ts';
import type { EditableRecords } from './editable-records.ts';
import { EditRefusedError, type Author } from './ports.ts';

/** A plan, and the rows of the table that it leaves alone because they are not valid. */
export interface ImportPlan<Terms> extends RecordPlan<Terms> {
  /** Wanted records whose row in the table was edited by hand and cannot be read: it must be mended there first. */
  readonly blocked: readonly { readonly key: string; readonly problem: string }[];
}

/** Plans what an import would do; changes nothing. */
export async function planImport<Key, Terms extends Key, Wanted extends Key>(
  records: EditableRecords<Key, Terms, Wanted>,
  wanted: readonly Wanted[],
  options: { readonly prune: boolean },
): Promise<ImportPlan<Terms>> {
  const { kind } = records;
  const { records: current, invalid } = await records.list();
  const problems = new Map(invalid.map(({ key, problem }) => [key, problem]));
  const blocked = wanted.flatMap((each) => {
    const key = keyText(kind, each);
    const problem = problems.get(key);
    return problem === undefined ? [] : [{ key, problem }];
  });
  const open = wanted.filter((each) => !problems.has(keyText(kind, each)));
  const plan = diffRecords(kind, { current, wanted: records.termsWanted(open, current) }, options);
  return { ...plan, blocked };
}

export interface EditResult<Terms> {
  readonly change: RecordChange<Terms>;
  readonly outcome: EditOutcome;
}

interface ImportPorts<Key, Terms extends Key, Wanted> extends EditPorts<Key, Terms, Wanted> {
  /** Called with the number of changes done so far. */
  readonly onProgress?: (done: number) => void;
}

/** Makes the changes of a plan, one after the other; one that is stale, or that its author may not make, is passed over. */
export async function applyImport<Key, Terms extends Key, Wanted>(
  ports: ImportPorts<Key, Terms, Wanted>,
  plan: RecordPlan<Terms>,
  author: Author,
): Promise<readonly EditResult<Terms>[]> {
  const results: EditResult<Terms>[] = [];
  for (const change of plan.changes) {
    results.push({ change, outcome: await imported(ports, change, author) });
    ports.onProgress?.(results.length);
  }
  return results;
}

async function imported<Key, Terms extends Key, Wanted>(
  ports: EditPorts<Key, Terms, Wanted>,
  change: RecordChange<Terms>,
  author: Author,
): Promise<EditOutcome> {
  try {
    return await editRecord(ports, change, { ...author, way: 'import' });
  } catch (error) {
    if (!(error instanceof EditRefusedError)) {
      throw error;
    }
    return { kind: 'refused', problem: error.message };
  }
}
