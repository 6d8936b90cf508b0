import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Link } from 'react-router';

import { useChange, useRead } from '../../api/queries.ts';
import { changeWords } from '../../parts/editing/record-form.ts';
import { ImportPanel } from '../../parts/importing/import-panel.tsx';
import { PlannedChanges, RowErrors } from '../../parts/importing/planned-changes.tsx';
import type { RecordFile } from '../../parts/importing/use-import.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { recordKinds, type RecordKindName } from '../../parts/records/record-kinds.ts';
import { recordRoom, type RecordRoom } from '../../parts/records/room.ts';
import { countedText } from '../../parts/texts/amounts.ts';
import { capital } from '../../parts/texts/capital.ts';
import { NameText } from '../../parts/texts/name-text.tsx';

/** Many records at once. Of one that is there already, what is not pasted stays as it is. */
export function importPageOf(kind: RecordKindName) {
  return function Page() {
    const room = recordRoom(kind);
    const { many, table, example } = room;
    const stored = useRead('exportRecords', { kind }, { isLive: false });
    const rows = stored.data?.document.records ?? [];
    return (
      <PageFrame
        actions={<Link to={recordKinds[kind].path}>{`All ${many}`}</Link>}
        description="Every row is checked, and what it would do is shown, before anything is saved"
        reads={[stored]}
        title={`Paste or import ${many}`}
      >
        {() => (
          <ImportPanel
            example={example}
            help={`A header names the columns, in any order: ${table.columns.join(', ')}. Rows that are not pasted stay.`}
            many={many}
            readPasted={(text) => table.readPasted(text, rows)}
            review={(file, onDone) => file && <Review file={file} onDone={onDone} room={room} />}
          />
        )}
      </PageFrame>
    );
  };
}

interface ReviewProps {
  readonly room: RecordRoom;
  readonly file: RecordFile;
  readonly onDone: () => void;
}

/** What a file would do to the records, and then exactly that. */
function Review({ room: { kind, one, key, form, keyOf }, file, onDone }: ReviewProps) {
  const planned = useRead('planRecords', { kind, body: file }, { isLive: false });
  const save = useChange('importStored');
  if (planned.error !== null) {
    return <RowErrors onRetry={() => void planned.refetch()} problem={planned.error} text={file.content} />;
  }
  if (planned.data === undefined) {
    return <div role="status">Computing what it would do …</div>;
  }
  const { agreed, effect, ...plan } = planned.data.document;
  return (
    <SpaceBetween size="m">
      <PlannedChanges
        kind={{
          one,
          keyHead: capital(one),
          keyText: (change) => key.map((name) => String(keyOf(change)[name])).join(' / '),
          changeText: ({ before, after }) => changeWords(form, before, after).join('; '),
        }}
        plan={{ ...plan, warnings: [] }}
      />
      {effect.map((sentence) => (
        <p key={sentence}>
          <NameText charsMax={300} text={sentence} />
        </p>
      ))}
      {save.error !== null && <ProblemAlert problem={save.error} />}
      {save.data?.document.failed.map(({ problem }) => (
        <p className="bad" key={problem}>
          <NameText charsMax={300} text={problem} />
        </p>
      ))}
      {save.data === undefined ? (
        <Button
          disabled={plan.changes.length === 0}
          loading={save.isPending}
          onClick={() => save.mutate({ given: { kind, body: file, agreed } })}
          variant="primary"
        >
          {`Save ${countedText(plan.changes.length, 'change')}`}
        </Button>
      ) : (
        <SpaceBetween alignItems="center" direction="horizontal" size="xs">
          <div role="status">Saved.</div>
          <Button onClick={onDone}>Close</Button>
        </SpaceBetween>
      )}
    </SpaceBetween>
  );
}
