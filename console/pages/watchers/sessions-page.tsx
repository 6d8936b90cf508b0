import Header from '@cloudscape-design/components/header';
import Tabs from '@cloudscape-design/components/tabs';
import { Link } from 'react-router';

import type { OperationDocument } from '../../api/call-api.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ChoiceField } from '../../parts/lists/choice-field.tsx';
import { PagedTable, type PagedTableProps } from '../../parts/lists/paged-table.tsx';
import { useUrlFilters } from '../../parts/lists/url-filters.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { recordKinds } from '../../parts/records/record-kinds.ts';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { TimeText } from '../../parts/texts/time-text.tsx';
import { Findings } from './findings.tsx';

type Session = OperationDocument<'listSessions'>['rows'][number];

const usual: Readonly<Record<'tab' | 'status' | 'by', string>> = { tab: 'sessions', status: '', by: '' };

/** Agent sessions: runaways, costs, and Curfew's actions. */
export function Page() {
  const [{ tab }, setFilters] = useUrlFilters(usual);
  return (
    <PageFrame
      actions={<Link to={recordKinds.policies.path}>Policies</Link>}
      description="As the last run of the watcher saw them; credits are session credits of the platform"
      title="Sessions"
    >
      <Tabs
        activeTabId={tab}
        ariaLabel="Sessions"
        i18nStrings={{ scrollLeftAriaLabel: 'Tabs before', scrollRightAriaLabel: 'Tabs after' }}
        onChange={({ detail }) => setFilters({ tab: detail.activeTabId === 'sessions' ? '' : detail.activeTabId })}
        tabs={[
          { id: 'sessions', label: 'Most expensive', content: tab === 'sessions' && <Dearest /> },
          {
            id: 'runaways',
            label: 'Runaways and actions',
            content: tab === 'runaways' && (
              <Findings hrefOf={sessionHref} job="sessions" none="No session runs away." title="What stands out" />
            ),
          },
          { id: 'costs', label: 'Costs', content: tab === 'costs' && <Costs /> },
        ]}
      />
    </PageFrame>
  );
}

function sessionHref(subject: string): string | undefined {
  return /^[0-9a-f-]{36}$/u.test(subject) ? `/sessions/${subject}` : undefined;
}

const sessionColumns: PagedTableProps<Session>['columns'] = [
  {
    id: 'title',
    header: 'Session',
    isRowHeader: true,
    minWidth: 220,
    cell: ({ session, title }) => (
      <Link to={`/sessions/${encodeURIComponent(session)}`}>
        <NameText charsMax={80} text={title ?? session} />
      </Link>
    ),
  },
  { id: 'status', header: 'Status', cell: ({ status }) => status ?? 'unknown' },
  {
    id: 'credits',
    header: 'Credits, with children',
    cell: ({ credits, creditsWithChildren }) => (
      <>
        <CreditText credits={creditsWithChildren ?? credits} none="unknown" />
        {creditsWithChildren !== null && creditsWithChildren !== credits && (
          <div className="soft">
            own <CreditText credits={credits} />
          </div>
        )}
      </>
    ),
  },
  { id: 'messages', header: 'Messages', cell: ({ messages }) => messages },
  { id: 'model', header: 'Model', cell: ({ model }) => <NameText charsMax={40} text={model ?? '–'} /> },
  { id: 'tags', header: 'Tags', cell: ({ tags }) => <NameText charsMax={60} text={tags.join(', ') || '–'} /> },
  { id: 'updated', header: 'Last seen working', cell: ({ updatedAt }) => <TimeText at={updatedAt} isAgo /> },
];

const statuses = ['', 'running', 'pending', 'idle', 'other'].map((value) => [value, value || 'any'] as const);

function Dearest() {
  const [{ status }, setFilters] = useUrlFilters(usual);
  return (
    <PagedTable<Session>
      columns={sessionColumns}
      empty={
        <EmptyState title="No session is so">The watcher reads them every ten minutes while Curfew runs.</EmptyState>
      }
      filter={
        <ChoiceField
          isWide={false}
          label="Status"
          onChange={(chosen) => setFilters({ status: chosen })}
          options={statuses}
          value={status}
        />
      }
      given={{ status }}
      header={<Header variant="h2">Most expensive first</Header>}
      keyOf={({ session }) => session}
      label="Sessions"
      operation="listSessions"
      rowsPerPage={30}
    />
  );
}

const groups = ['session', 'model', 'tag', 'computer'].map((value) => [value, value] as const);

function Costs() {
  const [{ by }, setFilters] = useUrlFilters(usual);
  const chosen = by || 'model';
  return (
    <PagedTable<OperationDocument<'listSessionCosts'>['rows'][number]>
      columns={[
        { id: 'name', header: chosen, isRowHeader: true, cell: ({ name }) => <NameText text={name || 'none'} /> },
        { id: 'sessions', header: 'Sessions', cell: ({ sessions }) => sessions },
        { id: 'credits', header: 'Credits', cell: ({ credits }) => <CreditText credits={credits} /> },
        { id: 'unknown', header: 'Not said', cell: ({ unknown }) => (unknown === 0 ? '–' : `${unknown} sessions`) },
      ]}
      empty={<EmptyState title="Nothing was used yet" />}
      filter={
        <ChoiceField
          isWide={false}
          label="By"
          onChange={(group) => setFilters({ by: group })}
          options={groups}
          value={chosen}
        />
      }
      given={{ by: chosen }}
      header={<Header variant="h2">What sessions used; no child is counted twice</Header>}
      keyOf={({ name }) => name}
      label="Costs of sessions"
      operation="listSessionCosts"
      rowsPerPage={30}
    />
  );
}
