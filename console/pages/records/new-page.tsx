import './records.css';
import { Link, useNavigate } from 'react-router';

import { RecordDraft } from '../../parts/editing/edited-record.tsx';
import { AlreadyThere } from '../../parts/editing/name-field.tsx';
import { useDraft } from '../../parts/editing/use-draft.ts';
import { useIsThere } from '../../parts/editing/use-is-there.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { recordPath, type RecordKindName } from '../../parts/records/record-kinds.ts';
import { recordRoom } from '../../parts/records/room.ts';
import { editedRecord } from './effect.tsx';

/** Makes a record: what names it first, then its fields. */
export function newPageOf(kind: RecordKindName) {
  return function Page() {
    const room = recordRoom(kind);
    const { one, key, fullForm, parent, purpose } = room;
    const navigate = useNavigate();
    const state = useDraft(fullForm, { record: undefined, version: 'absent' });
    const named = Object.fromEntries(key.map((name) => [name, (state.draft[name] ?? '').trim()]));
    const isNamed = Object.values(named).every((value) => value !== '');
    const existing = useIsThere('showRecord', { kind, ...named }, isNamed);
    const path = recordPath(kind, named);
    return (
      <PageFrame actions={<Link to={parent.path}>{parent.title}</Link>} description={purpose} title={`New ${one}`}>
        {() => (
          <RecordDraft
            before={
              existing && (
                <div role="alert">
                  <AlreadyThere path={path} />
                </div>
              )
            }
            edited={editedRecord(room, named, fullForm)}
            isThere={existing}
            onSaved={() => void navigate(path)}
            state={state}
            title={`New ${one}`}
          />
        )}
      </PageFrame>
    );
  };
}
