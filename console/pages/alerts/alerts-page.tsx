import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { TableProps } from '@cloudscape-design/components/table';
import { useState } from 'react';

import { ownChangeText } from '../../../shared/kernel/texts/own-change.ts';
import type { OperationDocument } from '../../api/call-api.ts';
import { useMay } from '../../api/caller.ts';
import { useChange } from '../../api/queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ChoiceFilter } from '../../parts/lists/choice-filter.tsx';
import { PagedTable } from '../../parts/lists/paged-table.tsx';
import { useUrlFilters } from '../../parts/lists/url-filters.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Question } from '../../parts/question.tsx';
import { countedText } from '../../parts/texts/amounts.ts';
import { harmless, NameText } from '../../parts/texts/name-text.tsx';
import { SeverityText } from '../../parts/texts/severity-text.tsx';
import { DayText, TimeText } from '../../parts/texts/time-text.tsx';

type Alert = OperationDocument<'listAlerts'>['rows'][number];

/** What closes an alert, in words: none is closed by hand. */
function resolvedBy({ kind, alertId }: Pick<Alert, 'kind' | 'alertId'>): string {
  switch (kind) {
    case 'use':
      return 'A higher amount, or the next window of the budget';
    case 'forecast':
      return 'A forecast within the amount, or the next window of the budget';
    case 'stop':
      return 'More credits for the person, or the reset of their budget';
    case 'matter':
      return ofMatter(alertId.split('/')[1] ?? '');
  }
}

const byMatter: readonly (readonly [prefix: string, text: string])[] = [
  ['guard-held', 'A decision on the plan, or a run that holds nothing'],
  ['anomaly', 'The next day with usual use'],
  ['stopped', 'More credits for the person, or the reset of their budget'],
  ['uncappable', 'An email for the user on the platform'],
  ['look-alike', 'One of the two accounts is changed or leaves'],
  ['computer', 'A run that finds the computer as the fleet list wants it'],
  ['session', 'The end of the session, or a run that finds it as usual again'],
  ['readiness', 'A report in which it passes again'],
  ['controls-loosened', 'A revision in which it is as before; meanwhile an acknowledgement'],
  ['control', 'A baseline, an exception or an acknowledgement under Controls'],
  ['day-suspect', 'Figures of the day that fit together'],
];

function ofMatter(matter: string): string {
  return byMatter.find(([prefix]) => matter.startsWith(prefix))?.[1] ?? 'A run that finds it no longer so';
}

interface AcknowledgeProps {
  readonly alerts: readonly Alert[];
  readonly onClose: (isDone: boolean) => void;
}

const namedMax = 5;

/** Acknowledges alerts one by one with the same reason; failed ones stay selected. */
function Acknowledge({ alerts, onClose }: AcknowledgeProps) {
  const acknowledge = useChange('acknowledgeAlert');
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  const [isTried, setTried] = useState(false);
  const submit = async (): Promise<void> => {
    setTried(true);
    if (reason.trim() === '') {
      return;
    }
    for (const { id } of alerts) {
      const body = { reason: reason.trim(), ...(until !== '' && { until }) };
      // Sequential: the first refusal tells why.
      await acknowledge.mutateAsync({ given: { alert: id, body } });
    }
    onClose(true);
  };
  return (
    <Question
      action="Acknowledge"
      isBusy={acknowledge.isPending}
      onConfirm={() => {
        submit().catch(() => undefined);
      }}
      onLeave={() => onClose(false)}
      problem={acknowledge.error}
      question={`Acknowledge ${countedText(alerts.length, 'alert')}?`}
    >
      <Headlines alerts={alerts} />
      <FormField
        description="Stands in the journal"
        errorText={isTried && reason.trim() === '' ? 'Say why it needs nothing more' : ''}
        label="Reason"
      >
        <Input onChange={({ detail }) => setReason(detail.value)} value={reason} />
      </FormField>
      <FormField constraintText="YYYY-MM-DD, a UTC day; until the alert changes when left empty" label="Through">
        <Input onChange={({ detail }) => setUntil(detail.value)} placeholder="YYYY-MM-DD" value={until} />
      </FormField>
    </Question>
  );
}

function Headlines({ alerts }: Pick<AcknowledgeProps, 'alerts'>) {
  return (
    <ul>
      {alerts.slice(0, namedMax).map(({ id, headline }) => (
        <li key={id}>
          <NameText charsMax={200} text={headline} />
        </li>
      ))}
      {alerts.length > namedMax && <li>and {alerts.length - namedMax} more</li>}
    </ul>
  );
}

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
