import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';

import { useMay } from '../../../api/caller.ts';
import { useChange } from '../../../api/queries.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { PagedTable, type PagedTableProps } from '../../../parts/lists/paged-table.tsx';
import { NameText } from '../../../parts/texts/name-text.tsx';
import { TimeText } from '../../../parts/texts/time-text.tsx';
import { ReasonQuestion } from '../reason-question.tsx';
import { AllowanceForm, type AllowanceKind } from './allowance-form.tsx';

type AllowanceRow = Readonly<Record<string, unknown>>;

const words = {
  exception: {
    title: 'Exceptions from the baseline',
    list: 'listExceptions',
    end: 'endException',
    add: 'addException',
    button: 'Make an exception',
    until: 'expires',
    empty: 'Nothing may deviate from the baseline now. An exception names who answers for it and ends on its day.',
  },
  announcement: {
    title: 'Announced changes',
    list: 'listAnnouncements',
    end: 'endAnnouncement',
    add: 'announceChange',
    button: 'Announce a change',
    until: 'until',
    empty: 'Nothing is announced. A change that was announced, and goes no further, is told without alarm.',
  },
} as const;

export function Allowances() {
  return (
    <SpaceBetween size="l">
      <Allowed kind="exception" />
      <Allowed kind="announcement" />
    </SpaceBetween>
  );
}

function text(row: AllowanceRow, name: string): string {
  return typeof row[name] === 'string' ? row[name] : '';
}

function columnsOf(
  kind: AllowanceKind,
  onEnd: ((row: AllowanceRow) => void) | undefined,
): PagedTableProps<AllowanceRow>['columns'] {
  return [
    { id: 'pattern', header: 'Control', isRowHeader: true, cell: (row) => <NameText text={text(row, 'pattern')} /> },
    { id: 'ticket', header: 'Ticket', cell: (row) => <NameText text={text(row, 'ticket')} /> },
    {
      id: 'who',
      header: kind === 'exception' ? 'Who answers for it' : 'Who will do it',
      cell: (row) => <NameText text={text(row, kind === 'exception' ? 'owner' : 'by') || 'anybody'} />,
    },
    { id: 'until', header: 'Until', cell: (row) => <TimeText at={text(row, words[kind].until)} /> },
    {
      id: 'why',
      header: 'Why',
      cell: (row) => <NameText charsMax={200} text={text(row, 'reason') || text(row, 'note')} />,
    },
    { id: 'status', header: 'Status', cell: (row) => text(row, 'status').replaceAll('-', ' ') },
    ...(onEnd !== undefined
      ? [
          {
            id: 'end',
            header: 'Actions',
            cell: (row: AllowanceRow) => (
              <Button ariaLabel={`End ${text(row, 'pattern')}`} onClick={() => onEnd(row)} variant="inline-link">
                End it
              </Button>
            ),
          },
        ]
      : []),
  ];
}

function Allowed({ kind }: { readonly kind: AllowanceKind }) {
  const { title, list, add, end, button, empty } = words[kind];
  const [isAdding, setAdding] = useState(false);
  const [ended, setEnded] = useState<AllowanceRow | undefined>(undefined);
  const [mayAdd, mayEnd] = [useMay(add), useMay(end)];
  return (
    <>
      <PagedTable<AllowanceRow>
        columns={columnsOf(kind, mayEnd ? setEnded : undefined)}
        empty={<EmptyState title="None">{empty}</EmptyState>}
        header={
          <Header actions={mayAdd && <Button onClick={() => setAdding(true)}>{button}</Button>} variant="h2">
            {title}
          </Header>
        }
        keyOf={(row) => text(row, 'id')}
        label={title}
        operation={list}
      />
      {isAdding && <AllowanceForm kind={kind} onLeave={() => setAdding(false)} pattern="" />}
      {ended !== undefined && (
        <EndQuestion
          id={text(ended, 'id')}
          kind={kind}
          onLeave={() => setEnded(undefined)}
          pattern={text(ended, 'pattern')}
        />
      )}
    </>
  );
}

function EndQuestion({
  kind,
  id,
  pattern,
  onLeave,
}: {
  readonly kind: AllowanceKind;
  readonly id: string;
  readonly pattern: string;
  readonly onLeave: () => void;
}) {
  const end = useChange(words[kind].end);
  return (
    <ReasonQuestion
      action="End it"
      isBusy={end.isPending}
      onConfirm={() => end.mutate({ given: { id } }, { onSuccess: onLeave })}
      onLeave={onLeave}
      problem={end.error}
      question={kind === 'exception' ? 'End this exception?' : 'Take this announcement back?'}
    >
      <div>
        <NameText text={pattern} />:{' '}
        {kind === 'exception'
          ? 'from the next run on it has to be as approved, or it is reported.'
          : 'a change of it is reported as ever.'}
      </div>
    </ReasonQuestion>
  );
}
