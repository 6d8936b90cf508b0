import {
  makeEdit,
  planSetting,
  type EditPorts,
  type RecordOrder,
  type SetOutcome,
} from '../../shared/application/edits/edit-record.ts';
import type { Author } from '../../shared/application/edits/ports.ts';

/** Makes a record what an order wants of it, without showing anybody what follows. */
export async function setRecord<Key, Terms extends Key, Wanted>(
  ports: EditPorts<Key, Terms, Wanted>,
  order: RecordOrder<Key, Terms>,
  author: Author,
): Promise<SetOutcome<Terms>> {
  return makeEdit(ports, await planSetting(ports.records, order), author);
}
