import { ImportPage } from '../../parts/importing/import-page.tsx';
import { recordKinds, type RecordKindName } from '../../parts/records/record-kinds.ts';
import { recordRoom } from '../../parts/records/room.ts';

/** Many records at once. Of one that is there already, what is not pasted stays as it is. */
export function importPageOf(kind: RecordKindName) {
  return function Page() {
    const room = recordRoom(kind);
    const { many, table, example } = room;
    return (
      <ImportPage
        example={example}
        help={`A header names the columns, in any order: ${table.columns.join(', ')}. Rows that are not pasted stay.`}
        kind={room}
        many={many}
        path={recordKinds[kind].path}
        readPasted={table.readPasted}
      />
    );
  };
}
