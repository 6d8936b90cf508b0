import { makeEdit, planRemoval, type EditPorts, type SetOutcome } from '../../shared/application/edits/edit-record.ts';
import type { Author } from '../../shared/application/edits/ports.ts';

/** Plans to remove a record, and does. */
export async function removeRecord<Key, Terms extends Key, Wanted>(
  ports: EditPorts<Key, Terms, Wanted>,
  key: Key,
  author: Author,
): Promise<SetOutcome<Terms>> {
  return makeEdit(ports, await planRemoval(ports.records, key), author);
}
