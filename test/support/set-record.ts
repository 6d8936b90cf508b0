import {
  editRecord,
  planRemoval,
  planSetting,
  type EditPorts,
  type PlannedEdit,
  type RecordOrder,
} from '../../shared/application/edits/edit-record.ts';
import type { Author } from '../../shared/application/edits/ports.ts';
import type { RecordChange } from '../../shared/domain/records/diff-records.ts';

/** What became of setting or removing one record. */
type SetOutcome<Terms> =
  | { readonly kind: 'changed'; readonly change: RecordChange<Terms> }
  | Exclude<PlannedEdit<Terms>, { readonly kind: 'planned' }>;

/** Makes a record what an order wants of it, without showing anybody what follows. */
export async function setRecord<Key, Terms extends Key, Wanted>(
  ports: EditPorts<Key, Terms, Wanted>,
  order: RecordOrder<Key, Terms>,
  author: Author,
): Promise<SetOutcome<Terms>> {
  return makeEdit(ports, await planSetting(ports.records, order), author);
}

/** Removes a record, as `setRecord` sets one. */
export async function removeRecord<Key, Terms extends Key, Wanted>(
  ports: EditPorts<Key, Terms, Wanted>,
  key: Key,
  author: Author,
): Promise<SetOutcome<Terms>> {
  return makeEdit(ports, await planRemoval(ports.records, key), author);
}

/** Makes a planned edit; one that changes nothing stays what it is. */
async function makeEdit<Key, Terms extends Key, Wanted>(
  ports: EditPorts<Key, Terms, Wanted>,
  planned: PlannedEdit<Terms>,
  author: Author,
): Promise<SetOutcome<Terms>> {
  if (planned.kind !== 'planned') {
    return planned;
  }
  const { change } = planned;
  const outcome = await editRecord(ports, change, { ...author, way: 'command' });
  return outcome.kind === 'done' ? { kind: 'changed', change } : { kind: 'refused', problem: outcome.problem };
}
