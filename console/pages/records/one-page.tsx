import './records.css';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';

import { useMay } from '../../api/caller.ts';
import { useChange, useRead } from '../../api/queries.ts';
import { History } from '../../parts/editing/history-table.tsx';
import { editOf, RecordEditor } from '../../parts/editing/record-editor.tsx';
import { useDraft, type DraftState, type StoredDraft } from '../../parts/editing/use-draft.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Question } from '../../parts/question.tsx';
import type { RecordKindName } from '../../parts/records/record-kinds.ts';
import { pick, recordRoom, versionsOf, type RecordRoom, type Values } from '../../parts/records/room.ts';
import { capital } from '../../parts/texts/capital.ts';
import { harmless } from '../../parts/texts/name-text.tsx';
import { Effect } from './effect.tsx';

/** One record: an edit with what it comes to, its history, and its removal. */
export function onePageOf(kind: RecordKindName) {
  return function Page() {
    const room = recordRoom(kind);
    const { one, key, parent, purpose } = room;
    const params = useParams<Readonly<Record<string, string>>>();
    const named = pick(key, params);
    const title = harmless(Object.values(named).join(' / '));
    const read = useRead('showRecord', { kind, ...named });
    const isGone = read.error?.kind === 'not-found';
    return (
      <PageFrame
        actions={<Link to={parent.path}>{parent.title}</Link>}
        description={isGone ? `There is no such ${one}; saving makes it` : purpose}
        reads={isGone ? [] : [read]}
        title={`${capital(one)} ${title}`}
      >
        {() => (
          <OneRecord
            key={title}
            named={named}
            onStale={() => void read.refetch()}
            room={room}
            stored={
              isGone
                ? { record: undefined, version: 'absent' }
                : { record: read.data?.document, version: read.data?.version ?? 'absent' }
            }
            title={title}
          />
        )}
      </PageFrame>
    );
  };
}

interface OneRecordProps {
  readonly room: RecordRoom;
  readonly named: Values;
  readonly title: string;
  readonly stored: StoredDraft<string>;
  readonly onStale: () => void;
}

function OneRecord({ room, named, title, stored, onStale }: OneRecordProps) {
  const { kind, one, form } = room;
  const mayEdit = useMay('setRecord');
  const state = useDraft(form, stored);
  const versions = useRead('listRecordVersions', { kind, ...named });
  const [isRemoving, setRemoving] = useState(false);
  return (
    <SpaceBetween size="l">
      {mayEdit && <Editor named={named} onStale={onStale} room={room} state={state} />}
      <History
        form={form}
        read={versions}
        state={mayEdit ? state : undefined}
        versions={versionsOf(versions.data?.document.rows ?? [])}
      />
      {mayEdit && stored.record !== undefined && (
        <div>
          <Button onClick={() => setRemoving(true)}>{`Remove this ${one} …`}</Button>
        </div>
      )}
      {isRemoving && (
        <Remove named={named} onLeave={() => setRemoving(false)} room={room} title={title} version={stored.version} />
      )}
    </SpaceBetween>
  );
}

interface EditorProps extends Pick<OneRecordProps, 'room' | 'named' | 'onStale'> {
  readonly state: DraftState<string>;
}

function Editor({ room, named, state, onStale }: EditorProps) {
  const { kind, one, form } = room;
  const save = useChange('setRecord');
  const edit = editOf(form, state, named);
  return (
    <RecordEditor
      beside={<Effect edit={edit} recordKey={named} room={room} />}
      edit={edit}
      onSubmit={() =>
        save.mutate(
          { given: { kind, ...named, body: edit.said }, terms: { seen: state.version } },
          { onSuccess: state.reset, onError: (problem) => problem.kind === 'stale' && onStale() },
        )
      }
      save={save}
      title={state.base === undefined ? `New ${one}` : 'Edit'}
      what={one}
    />
  );
}

interface RemoveProps extends Pick<OneRecordProps, 'room' | 'named' | 'title'> {
  readonly version: string;
  readonly onLeave: () => void;
}

function Remove({ room, named, title, version, onLeave }: RemoveProps) {
  const remove = useChange('removeRecord');
  const navigate = useNavigate();
  const { kind, one, parent, removal } = room;
  return (
    <Question
      action="Remove"
      isBusy={remove.isPending}
      onConfirm={() =>
        remove.mutate(
          { given: { kind, ...named }, terms: { seen: version } },
          { onSuccess: () => void navigate(parent.path) },
        )
      }
      onLeave={onLeave}
      problem={remove.error}
      question={`Remove the ${one} ${title}?`}
    >
      {removal}
    </Question>
  );
}
