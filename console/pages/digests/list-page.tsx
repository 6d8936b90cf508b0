import Header from '@cloudscape-design/components/header';
import type { TableProps } from '@cloudscape-design/components/table';
import { Link } from 'react-router';

import type { OperationDocument } from '../../api/call-api.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PagedTable } from '../../parts/lists/paged-table.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { countedText } from '../../parts/texts/amounts.ts';
import { NameText } from '../../parts/texts/name-text.tsx';
import { DayText } from '../../parts/texts/time-text.tsx';

type Digest = OperationDocument<'listDigests'>['rows'][number];

/** Sent weekly digests: one page for the organization, and one for each set of owned teams. */
export function Page() {
  return (
    <PageFrame description="What those who lead got by mail, word for word; days are UTC days" title="Weekly digest">
      <PagedTable<Digest>
        columns={columns}
        empty={
          <EmptyState title="No digest was kept yet">
            The next one is, when it is written: at the weekday and hour of the settings (weeklyDigest), or by “run
            digest”. Earlier ones are in the mailboxes of those who got them.
          </EmptyState>
        }
        header={<Header variant="h2">Digests</Header>}
        keyOf={({ dueOn, scope }) => `${dueOn} ${scope}`}
        label="Digests"
        operation="listDigests"
        rowsPerPage={25}
      />
    </PageFrame>
  );
}

const columns: readonly TableProps.ColumnDefinition<Digest>[] = [
  {
    id: 'week',
    header: 'Week',
    minWidth: 180,
    isRowHeader: true,
    cell: ({ dueOn, scope, from, through }) => (
      <Link to={`/digest/${dueOn}/${encodeURIComponent(scope)}`}>
        <DayText day={from} /> to <DayText day={through} />
      </Link>
    ),
  },
  { id: 'scope', header: 'About', minWidth: 120, cell: ({ scope }) => <NameText text={scope} /> },
  {
    id: 'subject',
    header: 'Subject',
    minWidth: 240,
    cell: ({ subject }) => <NameText charsMax={200} text={subject} />,
  },
  {
    id: 'recipients',
    header: 'Went to',
    minWidth: 110,
    cell: ({ recipients }) => countedText(recipients.length, 'person', 'people'),
  },
];
