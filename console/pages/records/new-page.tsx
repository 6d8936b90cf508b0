import './records.css';
import { Link, useNavigate } from 'react-router';

import { useChange, useRead } from '../../api/queries.ts';
import { AlreadyThere } from '../../parts/editing/name-field.tsx';
import { editOf, RecordEditor } from '../../parts/editing/record-editor.tsx';
import { useDraft } from '../../parts/editing/use-draft.ts';
import { useDelayed } from '../../parts/lists/use-delayed.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { recordPath, type RecordKindName } from '../../parts/records/record-kinds.ts';
import { pick, recordRoom, saidBeside } from '../../parts/records/room.ts';
import { Effect } from './effect.tsx';

const typingMs = 400;

/** Makes a record: what names it first, then its fields. */
export function newPageOf(kind: RecordKindName) {
  return function Page() {
    const room = recordRoom(kind);
    const { one, key, fullForm, parent, purpose } = room;
    const navigate = useNavigate();
    const state = useDraft(fullForm, { record: undefined, version: 'absent' });
    const named = Object.fromEntries(key.map((name) => [name, (state.draft[name] ?? '').trim()]));
    const existing = useExisting(kind, named);
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

/** Whether there is a record of that name. */
function useExisting(kind: RecordKindName, named: Readonly<Record<string, string>>): boolean {
  const asked = useDelayed(JSON.stringify(named), typingMs);
  const isNamed = Object.values(named).every((value) => value !== '');
  const read = useRead(
    'showRecord',
    { kind, ...(JSON.parse(asked) as Readonly<Record<string, string>>) },
    { isLive: false, isWanted: isNamed && asked === JSON.stringify(named) },
  );
  return isNamed && read.data !== undefined && read.error === null && asked === JSON.stringify(named);
}
