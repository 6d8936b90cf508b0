import './editing.css';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import type { ReactNode } from 'react';

import { PlainTable } from '../lists/plain-table.tsx';
import { StaleNote, type FramedRead } from '../page-frame.tsx';
import { ProblemAlert } from '../problem-alert.tsx';
import { NameText } from '../texts/name-text.tsx';
import { TimeText } from '../texts/time-text.tsx';
import { changeWords, draftOf, type RecordForm, type RecordValues, type RecordVersion } from './record-form.ts';
import type { DraftState } from './use-draft.ts';

interface HistoryProps<Field extends string> {
  readonly form: RecordForm<Field>;
  readonly read: FramedRead;
  /** Newest first. */
  readonly versions: readonly RecordVersion<Field>[];
  /** Where a restored version goes to be reviewed and saved; absent without the right to edit. */
  readonly state: DraftState<Field> | undefined;
  readonly onReturn?: () => void;
}

const shownMax = 50;

/** Every version of a record, newest first, each of which can be restored. */
export function History<Field extends string>({ form, read, versions, state, onReturn }: HistoryProps<Field>) {
  if (read.error?.kind === 'not-allowed') {
    return null;
  }
  return (
    <Container
      header={
        <Header counter={`(${versions.length})`} variant="h2">
          History
        </Header>
      }
    >
      <StaleNote reads={[read]} />
      {read.data === undefined && read.error !== null && <ProblemAlert problem={read.error} />}
      {versions.length === 0 ? (
        <p>{read.data === undefined ? 'Reading …' : 'No version yet.'}</p>
      ) : (
        <PlainTable
          columns={[{ title: 'When' }, { title: 'Who' }, { title: 'What' }, { title: 'Restore' }]}
          label="Versions"
          rows={versions.slice(0, shownMax).map((version, index) => ({
            key: String(version.version),
            cells: cellsOf(version, {
              form,
              isNow: index === 0,
              onReturn:
                state &&
                ((values) => {
                  onReturn?.();
                  state.setAll(draftOf(form, values));
                  globalThis.scrollTo({ top: 0 });
                }),
            }),
          }))}
        />
      )}
    </Container>
  );
}

function cellsOf<Field extends string>(
  { version: number, at, by, way, before, after }: RecordVersion<Field>,
  {
    form,
    isNow,
    onReturn,
  }: Pick<HistoryProps<Field>, 'form'> & {
    readonly onReturn: ((values: RecordValues<Field>) => void) | undefined;
    readonly isNow: boolean;
  },
): readonly ReactNode[] {
  return [
    <TimeText at={at} key="when" />,
    <>
      <NameText charsMax={60} text={by} /> <span className="history-way">({way})</span>
    </>,
    changeWords(form, before, after).map((words) => (
      <div key={words}>
        <NameText charsMax={200} text={words} />
      </div>
    )),
    isNow ? (
      'in force'
    ) : onReturn === undefined || after === null ? (
      '–'
    ) : (
      <Button key="restore" onClick={() => onReturn(after)} variant="inline-link">
        Return to version {number}
      </Button>
    ),
  ];
}
