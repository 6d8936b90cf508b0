import './watchers.css';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import { Link } from 'react-router';

import type { OperationDocument } from '../../api/call-api.ts';
import { useMay } from '../../api/caller.ts';
import { useChange, useRead } from '../../api/queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PagedTable, type PagedTableProps } from '../../parts/lists/paged-table.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Question } from '../../parts/question.tsx';
import { recordKinds } from '../../parts/records/record-kinds.ts';
import { countedText } from '../../parts/texts/amounts.ts';
import { NameText } from '../../parts/texts/name-text.tsx';
import { TimeText } from '../../parts/texts/time-text.tsx';

type Computer = OperationDocument<'listComputers'>['rows'][number];

const columns: PagedTableProps<Computer>['columns'] = [
  { id: 'name', header: 'Computer', isRowHeader: true, cell: ({ name }) => <NameText charsMax={60} text={name} /> },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, step }) => (
      <>
        <StatusIndicator type={status === 'active' ? 'success' : status === 'failed' ? 'error' : 'pending'}>
          {status}
        </StatusIndicator>
        {step !== null && (
          <div className="soft">
            at <NameText charsMax={40} text={step} />
          </div>
        )}
      </>
    ),
  },
  {
    id: 'next',
    header: 'What is wrong, and next',
    minWidth: 220,
    cell: ({ error, next }) => (
      <>
        {error !== null && (
          <div>
            <NameText charsMax={200} text={error} />
          </div>
        )}
        {next !== null && (
          <div className="soft">
            <NameText charsMax={200} text={next.detail} />
          </div>
        )}
        {error === null && next === null && '–'}
      </>
    ),
  },
  { id: 'owner', header: 'Owner', cell: ({ owner }) => <NameText charsMax={60} text={owner ?? '–'} /> },
  { id: 'provider', header: 'Provider', cell: ({ provider }) => <NameText charsMax={30} text={provider ?? '–'} /> },
  { id: 'read', header: 'Read', cell: ({ readAt }) => <TimeText at={readAt} isAgo none="never" /> },
];

/** The fleet's computers, and proposed actions. */
export function Page() {
  const plan = useRead('planFleet', {});
  const [isAsked, setAsked] = useState(false);
  const mayApprove = useMay('approveFleet');
  const waiting = plan.data?.document.actions.filter(({ allowedBy }) => allowedBy === null) ?? [];
  return (
    <PageFrame
      actions={
        <SpaceBetween alignItems="center" direction="horizontal" size="s">
          <Link to={recordKinds.computers.path}>The fleet list</Link>
          {mayApprove && (
            <Button disabled={waiting.length === 0} onClick={() => setAsked(true)}>
              Do what is proposed ({waiting.length})
            </Button>
          )}
        </SpaceBetween>
      }
      description="The fleet list against what the platform has"
      title="Computers"
    >
      <>
        <PagedTable<Computer>
          columns={columns}
          empty={
            <EmptyState title="No computer is on the fleet list">
              <Link to={`${recordKinds.computers.path}/new`}>Add one</Link> by its name; the next run reads it.
            </EmptyState>
          }
          header={<Header variant="h2">Fleet</Header>}
          keyOf={({ name }) => name}
          label="Computers"
          operation="listComputers"
          rowsPerPage={30}
        />
        {isAsked && <Approve actions={waiting} onLeave={() => setAsked(false)} />}
      </>
    </PageFrame>
  );
}

function Approve({
  actions,
  onLeave,
}: {
  readonly actions: OperationDocument<'planFleet'>['actions'];
  readonly onLeave: () => void;
}) {
  const approve = useChange('approveFleet');
  const names = actions.map(({ name }) => name);
  return (
    <Question
      action="Approve"
      isBusy={approve.isPending}
      onConfirm={() => approve.mutate({ given: { body: { names } } }, { onSuccess: onLeave })}
      onLeave={onLeave}
      problem={approve.error}
      question={`Approve ${countedText(actions.length, 'action')}?`}
    >
      <p>The next run does it, each for its cause alone. It stops no one.</p>
      <ul>
        {actions.map(({ name, action, detail }) => (
          <li key={`${name} ${action}`}>
            <b>{action.replaceAll('-', ' ')}</b> <NameText charsMax={60} text={name} />
            <div className="soft">
              <NameText charsMax={200} text={detail} />
            </div>
          </li>
        ))}
      </ul>
    </Question>
  );
}
