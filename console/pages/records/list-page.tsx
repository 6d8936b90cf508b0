import Header from '@cloudscape-design/components/header';
import { Link } from 'react-router';

import { PageFrame } from '../../parts/page-frame.tsx';
import type { RecordKindName } from '../../parts/records/record-kinds.ts';
import { RecordActions, RecordList } from '../../parts/records/record-list.tsx';
import { recordRoom } from '../../parts/records/room.ts';
import { capital } from '../../parts/texts/capital.ts';

export function listPageOf(kind: RecordKindName) {
  return function Page() {
    const room = recordRoom(kind);
    const { many, parent, purpose } = room;
    return (
      <PageFrame actions={<Link to={parent.path}>{parent.title}</Link>} description={purpose} title={capital(many)}>
        <RecordList
          header={
            <Header actions={<RecordActions room={room} />} variant="h2">
              All {many}
            </Header>
          }
          room={room}
        />
      </PageFrame>
    );
  };
}
