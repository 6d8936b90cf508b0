import './records.css';
import { Link, useNavigate } from 'react-router';

import { useChange } from '../../api/queries.ts';
import { AlreadyThere } from '../../parts/editing/name-field.tsx';
import { editOf, RecordEditor } from '../../parts/editing/record-editor.tsx';
import { useDraft } from '../../parts/editing/use-draft.ts';
import { useIsThere } from '../../parts/editing/use-is-there.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { recordPath, type RecordKindName } from '../../parts/records/record-kinds.ts';
import { pick, recordRoom, saidBeside } from '../../parts/records/room.ts';
import { Effect } from './effect.tsx';

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
    const edit = editOf(fullForm, state);
    const save = useChange('setRecord');
    const path = recordPath(kind, named);
    const said = saidBeside(key, edit.said);
    return (
      <PageFrame actions={<Link to={parent.path}>{parent.title}</Link>} description={purpose} title={`New ${one}`}>
        {() => (
          <RecordEditor
            before={
              existing && (
                <div role="alert">
                  <AlreadyThere path={path} />
                </div>
              )
            }
            beside={<Effect edit={edit} recordKey={named} room={room} />}
            edit={{ ...edit, isWanted: edit.isWanted && !existing }}
            onSubmit={() =>
              save.mutate(
                { given: { kind, ...pick(key, named), body: said }, terms: { seen: 'absent' } },
                { onSuccess: () => void navigate(path) },
              )
            }
            save={save}
            title={`New ${one}`}
            what={one}
          />
        )}
      </PageFrame>
    );
  };
}
