import './journal-table.css';
import Header from '@cloudscape-design/components/header';
import type { TableProps } from '@cloudscape-design/components/table';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { isOneEmail } from '../../shared/roster/email.ts';
import type { OperationDocument } from '../api/call-api.ts';
import { PagedTable } from './lists/paged-table.tsx';
import { numberText, wordsOf } from './texts/amounts.ts';
import { NameText } from './texts/name-text.tsx';
import { PersonLink } from './texts/page-link.tsx';
import { TimeText } from './texts/time-text.tsx';

type JournalRow = OperationDocument<'listJournal'>['rows'][number];

interface JournalTableProps {
  readonly title: string;
  /** Of which days, kind, actor, subject or run. */
  readonly given: Readonly<Record<string, string | undefined>>;
  readonly filter?: ReactNode;
  readonly empty: ReactNode;
}

/** Entries of the journal, the newest first. */
export function JournalTable({ title, given, filter, empty }: JournalTableProps) {
  return (
    <PagedTable<JournalRow>
      columns={columns}
      empty={empty}
      filter={filter}
      given={{ ...given, order: 'newest', count: '5000' }}
      header={<Header variant="h2">{title}</Header>}
      keyOf={({ id }) => id}
      label={title}
      operation="listJournal"
    />
  );
}

const columns: readonly TableProps.ColumnDefinition<JournalRow>[] = [
  { id: 'at', header: 'At', minWidth: 110, cell: ({ at }) => <TimeText at={at} /> },
  { id: 'kind', header: 'What', minWidth: 130, isRowHeader: true, cell: ({ kind }) => wordsOf(kind) },
  {
    id: 'subject',
    header: 'About',
    minWidth: 160,
    maxWidth: 260,
    cell: ({ subject }) => <Subject subject={subject} />,
  },
  { id: 'actor', header: 'Who', minWidth: 110, cell: ({ actor }) => <NameText charsMax={80} text={actor} /> },
  {
    id: 'run',
    header: 'Run',
    cell: ({ runId }) =>
      runId === undefined ? '–' : <Link to={`/runs/${encodeURIComponent(runId)}`}>{jobOf(runId)}</Link>,
  },
  { id: 'detail', header: 'Facts', minWidth: 340, cell: ({ detail }) => <Facts detail={detail} /> },
];

function Subject({ subject }: { readonly subject: string | undefined }) {
  if (subject === undefined) {
    return <span>–</span>;
  }
  return !/[/:]/u.test(subject) && isOneEmail(subject) ? (
    <PersonLink email={subject} />
  ) : (
    <span className="journal-subject">
      <NameText charsMax={100} text={subject} />
    </span>
  );
}

function jobOf(runId: string): string {
  return /^[a-z]+/u.exec(runId)?.[0] ?? runId;
}

const shownMax = 3;

function Facts({ detail }: Pick<JournalRow, 'detail'>) {
  const facts = Object.entries(detail);
  const flat = facts.filter(([, value]) => typeof value !== 'object' || value === null);
  return (
    <div>
      {flat.slice(0, shownMax).map(([name, value]) => (
        <div key={name}>
          <span className="journal-soft">{name}</span> <NameText charsMax={160} text={valueText(value)} />
        </div>
      ))}
      {facts.length > Math.min(flat.length, shownMax) && (
        <details className="journal-all">
          <summary>All facts</summary>
          <pre>
            <NameText charsMax={8_000} text={JSON.stringify(detail, null, 2)} />
          </pre>
        </details>
      )}
    </div>
  );
}

function valueText(value: unknown): string {
  return value === null
    ? 'none'
    : typeof value === 'number'
      ? numberText(value)
      : typeof value === 'string'
        ? value
        : JSON.stringify(value);
}
