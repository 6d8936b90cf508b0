import type { EditableRecords } from '../../application/edits/editable-records.ts';
import {
  editRecord,
  findRecord,
  planRemoval,
  planSetting,
  type PlannedEdit,
} from '../../application/edits/edit-record.ts';
import type { OperationDocument } from '../../contracts/admin-api/contracts/contracts.ts';
import type { GivenFields } from '../../contracts/admin-api/fields/record-parts.ts';
import { quotedValue } from '../../contracts/quoted-value.ts';
import type { RecordCodec } from '../../contracts/records/record.ts';
import { noEdits, type ProposedEdits } from '../../domain/impact/proposed-edits.ts';
import { changed, termsIn, type RecordChange } from '../../domain/records/diff-records.ts';
import { keyText, type Stamp } from '../../domain/records/record-kind.ts';
import { plainText } from '../../terminal/plain-text.ts';
import { changeDocument, describeChange } from '../../terminal/records/record-rows.ts';
import { authorOf, type Answer, type OperationWork } from '../operation.ts';
import { Problem } from '../problem.ts';
import { effectNote, staleProblem, type Proposal } from './proposal.ts';

/** A kind of record whose edits have an impact on limits. */
export interface EditedRecords<Key, Terms extends Key, Wanted> {
  readonly record: RecordCodec<Key, Terms>;
  readonly records: EditableRecords<Key, Terms, Wanted>;
  /** One change among the edits whose impact is shown. */
  readonly editsOf: (change: RecordChange<Terms>) => ProposedEdits;
}

type Edited = OperationDocument<'setBudget'>;

/** What is wanted of one record: what is not said stays as it is, null takes a value away. */
interface Said<Key, Terms> {
  readonly key: Key;
  readonly said: GivenFields;
  /** What a new record has unless it is said. */
  readonly usual?: (all: readonly (Terms & Stamp)[]) => GivenFields;
}

/** Proposes to make one record what is said of it. Raises Problem where that cannot be. */
export async function proposeSetting<Key, Terms extends Key, Wanted>(
  work: OperationWork,
  edited: EditedRecords<Key, Terms, Wanted>,
  { key, said, usual }: Said<Key, Terms>,
): Promise<Proposal<Edited>> {
  const { record } = edited;
  const records = readOnce(edited.records);
  const planned = await planSetting(records, {
    key,
    termsFrom: (before, all) =>
      termsFrom(record, {
        ...record.kind.plainKey(key),
        ...(before === undefined ? usual?.(all) : record.format(termsIn<Terms>(before))),
        ...said,
      }),
  });
  return proposalOf(work, { ...edited, records }, { key, planned });
}

/** Proposes to remove one record. Raises Problem where there is none. */
export async function proposeRemoval<Key, Terms extends Key, Wanted>(
  work: OperationWork,
  edited: EditedRecords<Key, Terms, Wanted>,
  key: Key,
): Promise<Proposal<Edited>> {
  const records = readOnce(edited.records);
  return proposalOf(work, { ...edited, records }, { key, planned: await planRemoval(records, key) });
}

/** The terms that plain fields stand for; null is none. Raises Problem that names every field that is wrong. */
export function termsFrom<Key, Terms extends Key>(record: RecordCodec<Key, Terms>, plain: GivenFields): Terms {
  const read = record.parse(Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== null)));
  if (read.kind === 'refused') {
    throw new Problem('invalid-input', read.problems.join('\n'), {
      fields: read.problems.slice(0, 100).map((problem) => ({ field: 'body', problem })),
    });
  }
  return read.terms;
}

/** The version of the record of a key as it stands; `absent` where there is none. */
export async function versionNow<Key, Terms extends Key, Wanted>(
  records: EditableRecords<Key, Terms, Wanted>,
  key: Key,
): Promise<string> {
  const { record, broken } = await findRecord(records, key);
  // A row that cannot be read is mended on the version that it carries.
  const version = broken === undefined ? record?.version : broken.seenVersion;
  return version === undefined || (record === undefined && version === 0) ? 'absent' : String(version);
}

async function proposalOf<Key, Terms extends Key, Wanted>(
  work: OperationWork,
  edited: EditedRecords<Key, Terms, Wanted>,
  { key, planned }: { readonly key: Key; readonly planned: PlannedEdit<Terms> },
): Promise<Proposal<Edited>> {
  const { record, records, editsOf } = edited;
  const { kind } = record;
  if (planned.kind === 'not-there') {
    throw new Problem(
      'not-found',
      `There is no ${kind.name} ${quotedValue(keyText(kind, key))}; see "${kind.name}s list"`,
    );
  }
  if (planned.kind === 'refused') {
    throw new Problem('refused', planned.problem);
  }
  const change = planned.kind === 'planned' ? planned.change : undefined;
  return {
    edits: change === undefined ? noEdits : editsOf(change),
    isEdit: change !== undefined,
    version: await versionNow(records, key),
    make: async () =>
      change === undefined ? unchanged(kind.title(key)) : made(work, { record, records: edited.records }, change),
  };
}

/** Makes a change by command, under the name of the caller. Raises Problem where it cannot be made any more. */
export async function makeChange<Key, Terms extends Key, Wanted>(
  work: OperationWork,
  { record, records }: Pick<EditedRecords<Key, Terms, Wanted>, 'record' | 'records'>,
  change: RecordChange<Terms>,
): Promise<void> {
  const outcome = await editRecord({ records, ids: work.ids }, change, { ...authorOf(work), way: 'command' });
  if (outcome.kind !== 'done') {
    const title = record.kind.title(changed(change));
    throw outcome.kind === 'stale' ? staleProblem(title) : new Problem('refused', outcome.problem);
  }
}

async function made<Key, Terms extends Key, Wanted>(
  work: OperationWork,
  edited: Pick<EditedRecords<Key, Terms, Wanted>, 'record' | 'records'>,
  change: RecordChange<Terms>,
): Promise<Answer<Edited>> {
  const { record } = edited;
  await makeChange(work, edited, change);
  const key = changed(change);
  const done = { add: 'added', change: 'changed', remove: 'removed' }[change.kind];
  return {
    document: changeDocument(record, change),
    text: () => `${titleOf(record.kind.title(key))} was ${done}: ${plainText(describeChange(record, change))}.`,
    notes: [effectNote(work.installation)],
  };
}

function unchanged(title: string): Answer<Edited> {
  return {
    document: { change: null },
    text: () => `${titleOf(title)} is like that already; nothing was changed.`,
  };
}

function titleOf(title: string): string {
  const shown = plainText(title);
  return shown.startsWith('the ') ? `T${shown.slice(1)}` : shown;
}

/** What is planned and the version that is planned on are of one reading. */
function readOnce<Key, Terms extends Key, Wanted>(
  records: EditableRecords<Key, Terms, Wanted>,
): EditableRecords<Key, Terms, Wanted> {
  let read: ReturnType<typeof records.list> | undefined;
  return { ...records, list: async () => (read ??= records.list()) };
}
