import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { TableProps } from '@cloudscape-design/components/table';
import { useState } from 'react';

import { ownChangeText } from '../../../shared/kernel/texts/own-change.ts';
import { useMay } from '../../api/caller.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ChoiceFilter } from '../../parts/lists/choice-filter.tsx';
import { PagedTable } from '../../parts/lists/paged-table.tsx';
import { useUrlFilters } from '../../parts/lists/url-filters.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { countedText } from '../../parts/texts/amounts.ts';
import { harmless, NameText } from '../../parts/texts/name-text.tsx';
import { SeverityText } from '../../parts/texts/severity-text.tsx';
import { DayText, TimeText } from '../../parts/texts/time-text.tsx';
import { Acknowledge } from './acknowledge.tsx';
import { type Alert, resolvedBy } from './resolved-by.ts';

const severities = ['critical', 'high', 'medium', 'low', 'info'] as const;

/** No filter is set. */
const none = { status: '', severity: '' };

/** What asks for attention, the most severe first: acknowledge it, and what ends it. */
export function Page() {
  return (
    <PageFrame
      description="An alert is resolved by itself once what it says is no longer so. Acknowledging keeps it quiet until it changes."
      title="Alerts"
    >
      <Alerts />
    </PageFrame>
  );
}

function Alerts() {
  const [filters, setFilters] = useUrlFilters(none);
  const { severity } = filters;
  const [selected, setSelected] = useState<readonly Alert[]>([]);
  const [isAsked, setAsked] = useState(false);
  const mayAcknowledge = useMay('acknowledgeAlert');
  return (
    <>
      <PagedTable<Alert>
        columns={columns}
        empty={
          <EmptyState title={severity === '' ? 'No alert asks for attention' : `No alert of severity ${severity}`}>
            Runs look again by themselves; the journal has what was told earlier.
          </EmptyState>
        }
        filter={<Filters filters={filters} onChange={setFilters} />}
        given={filters}
        header={
          <Header
            actions={
              mayAcknowledge && (
                <Button disabled={selected.length === 0} onClick={() => setAsked(true)}>
                  Acknowledge {selected.length === 0 ? 'selected' : countedText(selected.length, 'alert')}
                </Button>
              )
            }
          >
            Alerts
          </Header>
        }
        keyOf={({ id }) => id}
        label="Alerts"
        operation="listAlerts"
        {...(mayAcknowledge && {
          selection: {
            selected,
            onSelect: setSelected,
            labelOf: ({ headline }: Alert) => `Select ${harmless(headline)}`,
          },
        })}
      />
      {isAsked && (
        <Acknowledge
          alerts={selected}
          onClose={(isDone) => {
            setAsked(false);
            if (isDone) {
              setSelected([]);
            }
          }}
        />
      )}
    </>
  );
}

interface FiltersProps {
  readonly filters: typeof none;
  readonly onChange: (change: Partial<typeof none>) => void;
}

function Filters({ filters, onChange }: FiltersProps) {
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <ChoiceFilter
        allText="Open alerts"
        label="Which alerts"
        onChange={(chosen) => onChange({ status: chosen })}
        options={['acknowledged', 'all']}
        textOf={(option) => (option === 'all' ? 'Open and acknowledged' : 'Acknowledged')}
        value={filters.status}
      />
      <ChoiceFilter
        allText="Every severity"
        label="Severity"
        onChange={(chosen) => onChange({ severity: chosen })}
        options={severities}
        value={filters.severity}
      />
    </SpaceBetween>
  );
}

const columns: readonly TableProps.ColumnDefinition<Alert>[] = [
  { id: 'severity', header: 'Severity', minWidth: 120, cell: ({ severity }) => <SeverityText severity={severity} /> },
  {
    id: 'headline',
    header: 'What',
    minWidth: 240,
    isRowHeader: true,
    cell: ({ headline, provisional }) => (
      <>
        <NameText charsMax={400} text={headline} />
        {provisional && ' (as seen in sessions; the next figures take its place)'}
      </>
    ),
  },
  { id: 'resolved', header: 'What ends it', minWidth: 220, cell: (alert) => resolvedBy(alert) },
  { id: 'since', header: 'Since', minWidth: 130, cell: ({ since }) => <TimeText at={since} isAgo /> },
  {
    id: 'status',
    header: 'Status and owner',
    minWidth: 140,
    cell: (alert) => (
      <>
        <AlertStatus alert={alert} />
        <div>
          Owner: <Owners owners={alert.owners} />
        </div>
      </>
    ),
  },
];

/** Default: the admins. */
function Owners({ owners: [first, ...others] }: Pick<Alert, 'owners'>) {
  return first === undefined ? (
    'admins'
  ) : (
    <>
      <NameText charsMax={60} text={first} />
      {others.length > 0 && ` and ${others.length} more`}
    </>
  );
}

function AlertStatus({ alert: { acknowledged } }: { readonly alert: Alert }) {
  if (acknowledged === null) {
    return <StatusIndicator type="pending">open</StatusIndicator>;
  }
  const { by, at, reason, until, ownChange } = acknowledged;
  return (
    <>
      <StatusIndicator type="stopped">acknowledged</StatusIndicator>
      <div>
        by <NameText text={by} />
        {ownChangeText(ownChange)}, <TimeText at={at} isAgo />
        {until !== null && (
          <>
            , through <DayText day={until} />
          </>
        )}
        : <NameText charsMax={200} text={reason} />
      </div>
    </>
  );
}
