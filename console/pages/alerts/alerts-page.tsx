import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { TableProps } from '@cloudscape-design/components/table';
import { useState } from 'react';

import { ownChangeText } from '../../../shared/kernel/texts/own-change.ts';
import { alertKinds, alertStatuses, kindTerms } from '../../../shared/notifications/topics.ts';
import type { OperationDocument } from '../../api/call-api.ts';
import { useMay } from '../../api/caller.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ChoiceFilter } from '../../parts/lists/choice-filter.tsx';
import { PagedTable } from '../../parts/lists/paged-table.tsx';
import { useUrlFilters } from '../../parts/lists/url-filters.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { countedText } from '../../parts/texts/amounts.ts';
import { capital } from '../../parts/texts/capital.ts';
import { harmless, NameText } from '../../parts/texts/name-text.tsx';
import { PageLink } from '../../parts/texts/page-link.tsx';
import { SeverityText } from '../../parts/texts/severity-text.tsx';
import { DayText, TimeText } from '../../parts/texts/time-text.tsx';
import { Acknowledge } from './acknowledge.tsx';
import { MuteKind, Silenced } from './mutes.tsx';

type Alert = OperationDocument<'listAlerts'>['rows'][number];

/** What closes an alert, by the beginning of its kind: none is closed by hand. */
const endedBy: readonly (readonly [prefix: string, text: string])[] = [
  ['budget-use', 'A higher amount, or the next window of the budget'],
  ['forecast', 'A forecast within the amount, or the next window of the budget'],
  ['guard-held', 'A decision on the plan, or a run that holds nothing'],
  ['anomaly', 'A week with usual use'],
  ['stop', 'More credits for the person, or the reset of their budget'],
  ['uncappable', 'An email for the user on the platform'],
  ['look-alike', 'One of the two accounts is changed or leaves'],
  ['computer', 'A run that finds the computer as the fleet list wants it'],
  ['session', 'The end of the session, or a run that finds it as usual again'],
  ['readiness', 'A report in which it passes again'],
  ['controls-loosened', 'A revision in which it is as before; meanwhile an acknowledgement'],
  ['control', 'A baseline, an exception or an acknowledgement under Controls'],
];

function resolvedBy({ kind }: Row): string {
  return endedBy.find(([prefix]) => kind.startsWith(prefix))?.[1] ?? 'A run that no longer finds it';
}

const severities = ['critical', 'high', 'medium', 'low', 'info'] as const;

const none = { status: '', severity: '', kind: '', alert: '' };

/** Open alerts, the most severe first and many of one kind as one row: what ends them, and acknowledge them. */
export function Page() {
  return (
    <PageFrame
      actions={<PageLink to="/exports?what=alerts">Download</PageLink>}
      description="Alerts close automatically when the problem is gone. Acknowledging keeps one quiet until it changes."
      title="Alerts"
    >
      <Alerts />
    </PageFrame>
  );
}

/** An alert as a row of its own, or many of one kind. */
type Row = OperationDocument<'listAlertRows'>['rows'][number] | Alert;

function isMerged(row: Row): row is OperationDocument<'listAlertRows'>['rows'][number] {
  return 'count' in row && row.count > 1;
}

function alertOf(row: Row): Alert | undefined {
  return 'count' in row ? (row.count === 1 ? row.alerts[0] : undefined) : row;
}

function Alerts() {
  const [filters, setFilters] = useUrlFilters(none);
  const { kind, alert } = filters;
  const [selected, setSelected] = useState<readonly Row[]>([]);
  const shownKind = alertKinds.find((each) => each === kind);
  const mayAcknowledge = useMay('acknowledgeAlert');
  const chosen = selected.flatMap((row) => alertOf(row) ?? []);
  return (
    <>
      <Silenced />
      <PagedTable<Row>
        columns={columns}
        empty={
          <EmptyState title={emptyTitle(filters)}>Every run looks again. The journal has earlier alerts.</EmptyState>
        }
        filter={
          alert === '' ? (
            <Filters filters={filters} onChange={setFilters} />
          ) : (
            <Button onClick={() => setFilters(none)}>Show all alerts</Button>
          )
        }
        given={filters}
        header={
          <Header actions={<AlertActions chosen={chosen} kind={shownKind} onDone={() => setSelected([])} />}>
            {shownKind === undefined ? 'Alerts' : kindTerms(shownKind).title}
          </Header>
        }
        keyOf={(row) => ('key' in row ? row.key : row.id)}
        label="Alerts"
        // One kind is listed alert by alert, and so is one alert.
        operation={kind === '' && alert === '' ? 'listAlertRows' : 'listAlerts'}
        {...(mayAcknowledge && {
          selection: {
            selected,
            onSelect: setSelected,
            labelOf: ({ headline }: Row) => `Select ${harmless(headline)}`,
            isOff: isMerged,
          },
        })}
      />
    </>
  );
}

function emptyTitle({ alert, severity }: typeof none): string {
  return alert !== ''
    ? 'This alert is closed'
    : severity === ''
      ? 'No alert is open'
      : `No alert of severity ${severity}`;
}

function titleOf(kind: string): string {
  const known = alertKinds.find((each) => each === kind);
  return known === undefined ? kind : kindTerms(known).title;
}

/** Mutes the shown kind; acknowledges the chosen alerts. */
function AlertActions({
  chosen,
  kind,
  onDone,
}: {
  readonly chosen: readonly Alert[];
  readonly kind: Alert['kind'] | undefined;
  readonly onDone: () => void;
}) {
  const [isAsked, setAsked] = useState(false);
  const mayAcknowledge = useMay('acknowledgeAlert');
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <MuteKind kind={kind} />
      {mayAcknowledge && (
        <Button disabled={chosen.length === 0} onClick={() => setAsked(true)}>
          Acknowledge {chosen.length === 0 ? 'selected' : countedText(chosen.length, 'alert')}
        </Button>
      )}
      {isAsked && (
        <Acknowledge
          alerts={chosen}
          onClose={(isDone) => {
            setAsked(false);
            if (isDone) {
              onDone();
            }
          }}
        />
      )}
    </SpaceBetween>
  );
}

function Filters({
  filters,
  onChange,
}: {
  readonly filters: typeof none;
  readonly onChange: (change: Partial<typeof none>) => void;
}) {
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <ChoiceFilter
        allText="Open alerts"
        label="Which alerts"
        onChange={(chosen) => onChange({ status: chosen })}
        options={[...alertStatuses.filter((status) => status !== 'open'), 'all']}
        textOf={capital}
        value={filters.status}
      />
      <ChoiceFilter
        allText="Every kind"
        label="Kind"
        onChange={(chosen) => onChange({ kind: chosen })}
        options={alertKinds}
        textOf={titleOf}
        value={filters.kind}
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

const columns: readonly TableProps.ColumnDefinition<Row>[] = [
  { id: 'severity', header: 'Severity', minWidth: 120, cell: ({ severity }) => <SeverityText severity={severity} /> },
  { id: 'headline', header: 'Alert', minWidth: 240, isRowHeader: true, cell: (row) => <Headline row={row} /> },
  { id: 'resolved', header: 'Closed by', minWidth: 220, cell: (row) => resolvedBy(row) },
  { id: 'since', header: 'Since', minWidth: 130, cell: ({ since }) => <TimeText at={since} isAgo /> },
  {
    id: 'status',
    header: 'Status and owner',
    minWidth: 140,
    cell: (row) => {
      const alert = alertOf(row);
      return (
        <>
          {alert !== undefined && <AlertStatus alert={alert} />}
          <div>
            Owner: <Owners owners={row.owners} />
          </div>
        </>
      );
    },
  },
];

function Headline({ row }: { readonly row: Row }) {
  if (isMerged(row)) {
    return (
      <>
        <PageLink to={`/alerts?kind=${row.kind}&severity=${row.severity}`}>{row.headline}</PageLink>
        <div className="soft">
          <NameText charsMax={200} text={`${row.alerts[0]?.headline ?? ''} …`} />
        </div>
      </>
    );
  }
  return (
    <>
      <NameText charsMax={400} text={row.headline} />
      {alertOf(row)?.provisional === true && ' (provisional: seen in sessions, replaced by the next figures)'}
    </>
  );
}

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

function AlertStatus({ alert: { status, acknowledged } }: { readonly alert: Alert }) {
  if (status === 'open' || acknowledged === null) {
    return <StatusIndicator type="pending">open</StatusIndicator>;
  }
  const { by, at, reason, until, ownChange } = acknowledged;
  return (
    <>
      <StatusIndicator type="stopped">{status}</StatusIndicator>
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
