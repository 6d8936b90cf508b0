import {
  makeEdit,
  planRemoval,
  planSetting,
  type EditPorts,
  type RecordOrder,
  type SetOutcome,
} from '../../shared/application/edits/edit-record.ts';
import type { Author } from '../../shared/application/edits/ports.ts';

/** Plans to make a record what an order wants of it, and does. */
export async function setRecord<Key, Terms extends Key, Wanted>(
  ports: EditPorts<Key, Terms, Wanted>,
  order: RecordOrder<Key, Terms>,
  author: Author,
): Promise<SetOutcome<Terms>> {
  return makeEdit(ports, await planSetting(ports.records, order), author);
}

/** Plans to remove a record, and does. */
export async function removeRecord<Key, Terms extends Key, Wanted>(
  ports: EditPorts<Key, Terms, Wanted>,
  key: Key,
  author: Author,
): Promise<SetOutcome<Terms>> {
  return makeEdit(ports, await planRemoval(ports.records, key), author);
}
