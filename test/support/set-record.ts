import type { RecordChange } from '../../shared/kernel/records/diff-records.ts';
import type { Author } from '../../shared/kernel/records/ports.ts';
import type { Stamp } from '../../shared/kernel/records/record-kind.ts';
import {
  editRecord,
  planRemoval,
  planSetting,
  type EditPorts,
  recordInForce,
  type PlannedEdit,
} from '../../shared/kernel/records/use-cases/edit-record.ts';

/** What became of setting or removing one record. */
type SetOutcome<Terms> =
  | { readonly kind: 'changed'; readonly change: RecordChange<Terms> }
  | Exclude<PlannedEdit<Terms>, { readonly kind: 'planned' }>;

/** What is wanted of one record, said in terms of the one that is there, if any. */
interface RecordOrder<Key, Terms> {
  readonly key: Key;
  readonly termsFrom: (before: (Terms & Stamp) | undefined) => Terms;
}

/** Makes a record what an order wants of it, without showing anybody what follows. */
export async function setRecord<Key, Terms extends Key>(
  ports: EditPorts<Key, Terms>,
  { key, termsFrom }: RecordOrder<Key, Terms>,
  author: Author,
): Promise<SetOutcome<Terms>> {
  const found = await ports.store.find(key);
  return makeEdit(ports, planSetting(ports.kind, found, termsFrom(recordInForce(found))), author);
}

/** Removes a record, as `setRecord` sets one. */
export async function removeRecord<Key, Terms extends Key>(
  ports: EditPorts<Key, Terms>,
  key: Key,
  author: Author,
): Promise<SetOutcome<Terms>> {
  return makeEdit(ports, planRemoval(ports.kind, await ports.store.find(key), key), author);
}

/** Makes a planned edit; one that changes nothing stays what it is. */
async function makeEdit<Key, Terms extends Key>(
  ports: EditPorts<Key, Terms>,
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
