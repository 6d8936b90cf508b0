import './records.css';
import { Link, useParams } from 'react-router';

import { useRead } from '../../api/queries.ts';
import { StoredRecord } from '../../parts/editing/edited-record.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import type { RecordKindName } from '../../parts/records/record-kinds.ts';
import { pick, recordRoom } from '../../parts/records/room.ts';
import { capital } from '../../parts/texts/capital.ts';
import { harmless } from '../../parts/texts/name-text.tsx';
import { editedRecord } from './effect.tsx';

/** One record: an edit with what it comes to, its history, and its removal. */
export function onePageOf(kind: RecordKindName) {
  return function Page() {
    const room = recordRoom(kind);
    const { one, key, parent, purpose, removal } = room;
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
          <StoredRecord
            edited={editedRecord(room, named)}
            key={title}
            onStale={() => void read.refetch()}
            removal={{ question: `Remove the ${one} ${title}?`, text: removal, path: parent.path }}
            stored={
              isGone
                ? { record: undefined, version: 'absent' }
                : { record: read.data?.document, version: read.data?.version ?? 'absent' }
            }
            title="Edit"
          />
        )}
      </PageFrame>
    );
  };
}
