import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { TableProps } from '@cloudscape-design/components/table';
import { useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';

import { readableDate } from '../../../shared/kernel/time/day.ts';
import { callApi } from '../../api/call-api.ts';
import { useMay } from '../../api/caller.ts';
import { EmptyState } from '../empty-state.tsx';
import { PagedTable } from '../lists/paged-table.tsx';
import { NameText } from '../texts/name-text.tsx';
import { recordKinds, recordPath } from './record-kinds.ts';
import type { RecordRoom, Values } from './room.ts';

interface RecordListProps {
  readonly room: RecordRoom;
  readonly header?: ReactNode;
}

/** Every record of a kind, a column a field. */
export function RecordList({ room, header }: RecordListProps) {
  const { kind, many, none, noneHelp, columns, keyOf, keyText } = room;
  const shown = columns.map(({ name, label, textOf }, at): TableProps.ColumnDefinition<Values> => ({
    id: name,
    header: label,
    isRowHeader: at === 0,
    cell: (row) =>
      at === 0 ? (
        <Link to={recordPath(kind, keyOf(row))}>
          <NameText charsMax={80} text={readableDate(textOf(row))} />
        </Link>
      ) : (
        <NameText charsMax={200} text={readableDate(textOf(row))} />
      ),
  }));
  return (
    <PagedTable<Values>
      columns={shown}
      empty={<EmptyState title={none}>{noneHelp}</EmptyState>}
      given={{ kind }}
      header={header}
      keyOf={keyText}
      label={many}
      operation="listRecords"
    />
  );
}

/** What can be done with all records of a kind, and with a new one. */
export function RecordActions({ room: { kind, one, table } }: RecordListProps) {
  const navigate = useNavigate();
  const mayEdit = useMay('setRecord');
  const [isCopied, setCopied] = useState(false);
  const { path } = recordKinds[kind];
  const copy = async (): Promise<void> => {
    const { document } = await callApi('exportRecords', { kind });
    await navigator.clipboard.writeText(table.write(document.records, '\t'));
    setCopied(true);
  };
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <Button onClick={() => void copy()}>{isCopied ? 'Copied' : 'Copy for a spreadsheet'}</Button>
      {mayEdit && <Button onClick={() => void navigate(`${path}/import`)}>Paste or import</Button>}
      {mayEdit && <Button onClick={() => void navigate(`${path}/new`)}>{`New ${one}`}</Button>}
    </SpaceBetween>
  );
}
