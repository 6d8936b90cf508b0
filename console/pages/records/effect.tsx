import Box from '@cloudscape-design/components/box';

import type { OperationGiven } from '../../api/call-api.ts';
import { useRead } from '../../api/queries.ts';
import type { EditedRecord } from '../../parts/editing/edited-record.tsx';
import type { Edit } from '../../parts/editing/record-editor.tsx';
import { useDelayed } from '../../parts/lists/use-delayed.ts';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { pick, type RecordRoom, type Values } from '../../parts/records/room.ts';
import { NameText } from '../../parts/texts/name-text.tsx';

const typingMs = 350;

/** A record of a kind as it is edited. `form`: that of a record that is there unless given. */
export function editedRecord(room: RecordRoom, named: Values, form = room.form): EditedRecord<string> {
  const { kind, one } = room;
  const effect = (edit: Edit<string>) => <Effect edit={edit} recordKey={named} room={room} />;
  return { calls: 'records', kind, one, form, named, effect };
}

/** What a draft comes to: in words, and by what the API says would follow. No limit changes by it. */
function Effect({
  room,
  edit,
  recordKey,
}: {
  readonly room: RecordRoom;
  readonly edit: Edit<string>;
  readonly recordKey: Values;
}) {
  const { kind, key, describe } = room;
  const given = {
    kind,
    ...pick(key, recordKey),
    dryRun: 'true',
    body: edit.said,
  };
  const text = useDelayed(JSON.stringify(given), typingMs);
  const isSettled = text === JSON.stringify(given);
  const read = useRead('setRecord', JSON.parse(text) as OperationGiven<'setRecord'>, {
    isLive: false,
    isWanted: edit.isWanted && isSettled,
    keepsRows: true,
  });
  const isValid = Object.keys(edit.faults).every((name) => key.includes(name));
  const words = isValid ? (describe?.(edit.state.draft) ?? []) : [];
  const effect = edit.isWanted ? (read.data?.document.effect ?? []) : [];
  if (edit.isWanted && isSettled && read.error !== null) {
    return <ProblemAlert onRetry={() => void read.refetch()} problem={read.error} />;
  }
  const sentences = [...words, ...effect];
  return sentences.length === 0 ? (
    <Box color="text-body-secondary">
      {edit.isWanted
        ? 'Nothing follows from it before the next run.'
        : isValid
          ? 'Change something, and this says what follows from it.'
          : `Fill it in, and this says what the ${room.one} comes to.`}
    </Box>
  ) : (
    <ul className="records-words">
      {sentences.map((sentence) => (
        <li key={sentence}>
          <NameText charsMax={600} text={sentence} />
        </li>
      ))}
    </ul>
  );
}
