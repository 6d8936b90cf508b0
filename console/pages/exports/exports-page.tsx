import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useRef, useState } from 'react';

import {
  exportFormats,
  exportKinds,
  fileForms,
  type ExportFormat,
  type ExportKind,
} from '../../../shared/exports/export-kinds.ts';
import { exportRange } from '../../../shared/exports/export-range.ts';
import { datedKinds } from '../../../shared/exports/exported-rows.ts';
import { dayOf, dayRanges } from '../../../shared/kernel/time/day.ts';
import { problemOf, type ApiProblem } from '../../api/problem.ts';
import { ChoiceField } from '../../parts/lists/choice-field.tsx';
import { DayField } from '../../parts/lists/day-field.tsx';
import { useUrlFilters } from '../../parts/lists/url-filters.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { countedText } from '../../parts/texts/amounts.ts';
import { capital } from '../../parts/texts/capital.ts';
import { makeExport, type ExportOutcome } from './export-file.ts';

import './exports.css';

const kinds: Readonly<Record<ExportKind, { readonly title: string; readonly help: string }>> = {
  usage: { title: 'Usage', help: 'A row for each person and day: team of that day, model, credits, money.' },
  budgets: { title: 'Budgets', help: 'Every budget as it is now, with what is used, left and expected.' },
  limits: { title: 'Limits', help: 'Every person’s limit as it is now, with what is used and left.' },
  alerts: { title: 'Alerts', help: 'Every alert that is not closed, also acknowledged, snoozed and muted ones.' },
  journal: { title: 'Journal', help: 'What was done, by whom, when and why.' },
};
const formats: Readonly<Record<ExportFormat, string>> = {
  csv: 'CSV, for spreadsheets',
  json: 'JSON',
  parquet: 'Parquet, for data tools',
  focus: 'FOCUS 1.2, for FinOps tools',
  'focus-parquet': 'FOCUS 1.2 as Parquet',
};

/** No filter is set: last month’s usage as CSV. */
const none = { what: 'usage', from: '', to: '', format: 'csv' };

/** Figures as a file: what `curfew export` gives. */
export function Page() {
  const [filters, setFilters] = useUrlFilters(none);
  const what = exportKinds.find((each) => each === filters.what) ?? 'usage';
  const isDated = datedKinds.includes(what);
  const format =
    exportFormats.find((each) => each === filters.format && (!fileForms[each].isFocus || what === 'usage')) ?? 'csv';
  return (
    <PageFrame description="Figures for other tools. The command is: npx curfew export" title="Download">
      <Container>
        <SpaceBetween size="m">
          <div className="exports-fields">
            <ChoiceField
              label="What"
              onChange={(chosen) => setFilters({ what: chosen })}
              options={exportKinds.map((each) => [each, kinds[each].title] as const)}
              value={what}
            />
            <ChoiceField
              label="Format"
              onChange={(chosen) => setFilters({ format: chosen })}
              options={exportFormats.flatMap((each) =>
                fileForms[each].isFocus && what !== 'usage' ? [] : [[each, formats[each]] as const],
              )}
              value={format}
            />
            {isDated && (
              <>
                <DayField label="First day (UTC)" onChange={(from) => setFilters({ from })} value={filters.from} />
                <DayField label="Last day (UTC)" onChange={(to) => setFilters({ to })} value={filters.to} />
              </>
            )}
          </div>
          <div className="soft">
            {kinds[what].help} {isDated && 'Without days it is the last whole month.'}
          </div>
          <Download
            format={format}
            from={isDated ? filters.from : ''}
            key={`${what} ${format} ${filters.from} ${filters.to}`}
            to={isDated ? filters.to : ''}
            what={what}
          />
        </SpaceBetween>
      </Container>
    </PageFrame>
  );
}

interface DownloadProps {
  readonly what: ExportKind;
  readonly format: ExportFormat;
  /** UTC days; empty ones are the default. */
  readonly from: string;
  readonly to: string;
}

type State =
  | { readonly kind: 'ready' }
  | { readonly kind: 'reading'; readonly rows: number }
  | { readonly kind: 'failed'; readonly problem: ApiProblem }
  | ExportOutcome;

function Download({ what, format, from, to }: DownloadProps) {
  const [state, setState] = useState<State>({ kind: 'ready' });
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const [today] = useState(() => dayOf(Date.now()));
  const given = { ...(from !== '' && { from }), ...(to !== '' && { to }) };
  const wanted = exportRange(given, today, what === 'journal' ? today : undefined);
  const start = async (): Promise<void> => {
    if ('problem' in wanted) {
      return;
    }
    const left = new AbortController();
    leaving.current = left;
    setState({ kind: 'reading', rows: 0 });
    const range = datedKinds.includes(what) ? wanted.range : undefined;
    try {
      const onRows = (rows: number): void => setState({ kind: 'reading', rows });
      const outcome = await makeExport({ what, format, range }, { signal: left.signal, onRows });
      if (outcome.kind === 'made') {
        const days = range === undefined ? today : `${range.from}-to-${range.through}`;
        const { isFocus, encoding } = fileForms[format];
        saveFile(outcome.file, `curfew-${what}-${days}${isFocus ? '-focus' : ''}.${encoding}`);
      }
      setState(outcome);
    } catch (error) {
      setState(left.signal.aborted ? { kind: 'ready' } : { kind: 'failed', problem: problemOf(error) });
    }
  };
  const problem = 'problem' in wanted ? `${capital(wanted.problem)}.` : undefined;
  return (
    <SpaceBetween size="s">
      <SpaceBetween direction="horizontal" size="xs">
        <Button
          disabled={problem !== undefined}
          iconName="download"
          loading={state.kind === 'reading'}
          onClick={() => void start()}
          variant="primary"
        >
          Download
        </Button>
        {state.kind === 'reading' && <Button onClick={() => leaving.current?.abort()}>Cancel</Button>}
      </SpaceBetween>
      {problem !== undefined && <Alert type="error">{problem}</Alert>}
      <div role="status">{statusText(state)}</div>
      {state.kind === 'refused' && <Alert type="error">{state.problem}</Alert>}
      {state.kind === 'failed' && <ProblemAlert onRetry={() => void start()} problem={state.problem} />}
    </SpaceBetween>
  );
}

function statusText(state: State): string {
  if (state.kind === 'reading') {
    return `${countedText(state.rows, 'row')} read …`;
  }
  if (state.kind !== 'made') {
    return '';
  }
  const missing = state.incomplete.length === 0 ? '' : ` Not complete: ${dayRanges(state.incomplete).join(', ')}.`;
  return state.rows === 0
    ? `No rows: nothing is kept of these days.${missing}`
    : `${countedText(state.rows, 'row')} downloaded.${missing}`;
}
