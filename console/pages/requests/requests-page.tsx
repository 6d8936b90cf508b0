import './requests.css';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { TableProps } from '@cloudscape-design/components/table';
import { Link, useSearchParams } from 'react-router';

import type { OperationDocument } from '../../api/call-api.ts';
import { hasRight, useCaller } from '../../api/caller.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ChoiceFilter } from '../../parts/lists/choice-filter.tsx';
import { PagedTable } from '../../parts/lists/paged-table.tsx';
import { useUrlFilters } from '../../parts/lists/url-filters.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { RecordActions, RecordList } from '../../parts/records/record-list.tsx';
import { recordRoom } from '../../parts/records/room.ts';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { DayText, TimeText } from '../../parts/texts/time-text.tsx';
import { RequestPanel } from './request-panel.tsx';

type Request = OperationDocument<'listRequests'>['rows'][number];

/** The queue of credit requests, with effects and decisions. */
export function Page() {
  return (
    <PageFrame
      description="People ask by the link in their mail. An approved request is a top-up: the limit is raised within a minute, as far as the budgets have credits to give."
      title="Requests"
    >
      <SpaceBetween size="l">
        <Queue />
        <Rules />
      </SpaceBetween>
    </PageFrame>
  );
}

/** The rules that approve requests. Those who see a team alone see no rules of the whole organization. */
function Rules() {
  const room = recordRoom('rules');
  return hasRight(useCaller(), 'read') ? (
    <RecordList
      header={
        <Header actions={<RecordActions room={room} />} description={room.purpose} variant="h2">
          Rules
        </Header>
      }
      room={room}
    />
  ) : null;
}

function Queue() {
  const [{ show, request }, setFilters] = useUrlFilters({ show: '', request: '' });
  return (
    <div className={request === '' ? 'requests' : 'requests requests-split'}>
      <div className="requests-list">
        <PagedTable<Request>
          columns={columns}
          empty={
            <EmptyState title={show === 'all' ? 'No request in this month or the one before' : 'No request is open'}>
              People who are warned or stopped find the link to ask in their mail.
            </EmptyState>
          }
          filter={
            <ChoiceFilter
              allText="Open requests"
              label="Which requests"
              onChange={(chosen) => setFilters({ show: chosen })}
              options={['all']}
              textOf={() => 'Decided and over, too'}
              value={show}
            />
          }
          given={show === 'all' ? { all: 'true' } : {}}
          header={<Header variant="h2">Queue</Header>}
          keyOf={({ id }) => id}
          label="Requests"
          operation="listRequests"
        />
      </div>
      {request !== '' && <RequestPanel id={request} key={request} onClose={() => setFilters({ request: '' })} />}
    </div>
  );
}

const columns: readonly TableProps.ColumnDefinition<Request>[] = [
  { id: 'person', header: 'Person', isRowHeader: true, cell: (request) => <Chosen request={request} /> },
  { id: 'credits', header: 'Credits', cell: ({ credits }) => <CreditText credits={credits} /> },
  { id: 'until', header: 'Until', cell: ({ until }) => <DayText day={until} /> },
  { id: 'asked', header: 'Asked', cell: ({ askedAt }) => <TimeText at={askedAt} isAgo /> },
  { id: 'status', header: 'Status', cell: (request) => <RequestStatus request={request} /> },
  { id: 'reason', header: 'Reason', cell: ({ reason }) => <NameText charsMax={200} text={reason} /> },
];

/** Opens the request beside the queue and keeps the filters. */
function Chosen({ request: { id, email } }: { readonly request: Request }) {
  const [search] = useSearchParams();
  const to = new URLSearchParams(search);
  to.set('request', id);
  return (
    <Link aria-current={search.get('request') === id ? 'true' : undefined} to={`?${to.toString()}`}>
      <NameText text={email} />
    </Link>
  );
}

const tones = {
  asked: 'pending',
  approved: 'success',
  less: 'success',
  denied: 'stopped',
  withdrawn: 'stopped',
  expired: 'stopped',
} as const;
const words = {
  asked: 'open',
  approved: 'approved',
  less: 'approved with less',
  denied: 'denied',
  withdrawn: 'withdrawn',
  expired: 'over',
};

function RequestStatus({ request: { status, given, decidedBy } }: { readonly request: Request }) {
  return (
    <StatusIndicator type={tones[status]}>
      {words[status]}
      {given !== null && status === 'less' && (
        <>
          {' '}
          (<CreditText credits={given} />)
        </>
      )}
      {decidedBy !== null && (
        <>
          {' '}
          by <NameText text={decidedBy} />
        </>
      )}
    </StatusIndicator>
  );
}
