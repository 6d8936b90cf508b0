import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import { useState } from 'react';
import { Link } from 'react-router';

import { ownChangeText } from '../../../../shared/kernel/texts/own-change.ts';
import { useMay } from '../../../api/caller.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { PagedTable, type PagedTableProps } from '../../../parts/lists/paged-table.tsx';
import { useUrlFilters } from '../../../parts/lists/url-filters.ts';
import { countedText } from '../../../parts/texts/amounts.ts';
import { NameText } from '../../../parts/texts/name-text.tsx';
import { SeverityText } from '../../../parts/texts/severity-text.tsx';
import { TimeText } from '../../../parts/texts/time-text.tsx';
import { Acknowledge } from '../acknowledge.tsx';
import { ChangeLines } from '../revision/change-lines.tsx';
import { actorName, type TimelineRow } from '../revision/revision.ts';
import { noTimelineFilter, saidFilter } from './timeline-filter.ts';
import { TimelineFilters } from './timeline-filters.tsx';

const columns: PagedTableProps<TimelineRow>['columns'] = [
  {
    id: 'revision',
    header: 'Revision',
    isRowHeader: true,
    width: 100,
    cell: ({ revision }) => <Link to={`/controls/${revision}`}>{revision}</Link>,
  },
  {
    id: 'at',
    header: 'Made',
    width: 130,
    cell: ({ updatedAt }) => <TimeText at={updatedAt} />,
  },
  {
    id: 'severity',
    header: 'Severity',
    width: 140,
    cell: ({ severity }) => (severity === null ? '–' : <SeverityText severity={severity} />),
  },
  {
    id: 'changes',
    header: 'What changed',
    width: 540,
    minWidth: 260,
    cell: ({ changes, otherChanges }) => <ChangeLines changes={changes} otherChanges={otherChanges} />,
  },
  {
    id: 'actor',
    header: 'By',
    width: 170,
    cell: ({ actor, circumstances }) => (
      <>
        <NameText charsMax={60} text={actorName(actor)} />
        {circumstances.actor === 'not-approved' && <div className="controls-bad">not on the approved list</div>}
        {circumstances.hours === 'outside' && <div className="controls-soft">outside working hours</div>}
      </>
    ),
  },
  { id: 'accepted', header: 'Accepted', width: 150, cell: (row) => <Accepted row={row} /> },
];

function Accepted({ row: { acknowledged, baseline, exceptions } }: { readonly row: TimelineRow }) {
  return (
    <>
      {acknowledged !== null && (
        <div>
          acknowledged by <NameText charsMax={40} text={acknowledged.by} />
          {ownChangeText(acknowledged.ownChange)}
        </div>
      )}
      {baseline !== null && (
        <div>
          the baseline, by <NameText charsMax={40} text={baseline.by} />
        </div>
      )}
      {exceptions.length > 0 && <div>{countedText(exceptions.length, 'exception')}</div>}
      {acknowledged === null && baseline === null && exceptions.length === 0 && (
        <span className="controls-soft">no one yet</span>
      )}
    </>
  );
}

/** The newest changes first; the filters are part of the address. */
export function Timeline() {
  const [filter] = useUrlFilters(noTimelineFilter);
  const [selected, setSelected] = useState<readonly TimelineRow[]>([]);
  const [isAsked, setAsked] = useState(false);
  const mayAcknowledge = useMay('acknowledgeControls');
  const said = saidFilter(filter);
  const open = selected.filter(({ acknowledged }) => acknowledged === null);
  return (
    <>
      <PagedTable<TimelineRow>
        columns={columns}
        empty={
          <EmptyState
            title={Object.keys(said).length > 0 ? 'No change fits these filters' : 'No revision is stored yet'}
          >
            {Object.keys(said).length > 0
              ? 'Take a filter away, or look further back: a rare one is searched some hundred revisions at a time.'
              : 'The history is read every few minutes; “npx curfew run controls” reads it now.'}
          </EmptyState>
        }
        filter={<TimelineFilters />}
        given={said}
        header={
          <Header
            actions={
              mayAcknowledge && (
                <Button disabled={open.length === 0} onClick={() => setAsked(true)}>
                  Acknowledge {open.length > 0 ? `(${open.length})` : ''}
                </Button>
              )
            }
            variant="h2"
          >
            Timeline
          </Header>
        }
        keyOf={({ series, revision }) => `${series}/${revision}`}
        label="Timeline of the controls"
        operation="listTimeline"
        rowsPerPage={20}
        {...(mayAcknowledge && {
          selection: { selected, onSelect: setSelected, labelOf: ({ revision }) => `Revision ${revision}` },
        })}
      />
      {isAsked && (
        <Acknowledge
          onDone={() => {
            setAsked(false);
            setSelected([]);
          }}
          onLeave={() => setAsked(false)}
          revisions={open.map(({ revision }) => revision)}
        />
      )}
    </>
  );
}
