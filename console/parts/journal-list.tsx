import './journal-list.css';
import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';

import { describeEntry } from '../../shared/journal/describe-entry.ts';
import { weekdayAndDay } from '../../shared/kernel/texts/run-out.ts';
import { isOneEmail } from '../../shared/roster/email.ts';
import type { OperationDocument } from '../api/call-api.ts';
import { PageButtons, usePage } from './lists/paged-table.tsx';
import { StaleNote } from './page-frame.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { wordsOf } from './texts/amounts.ts';
import { NameText } from './texts/name-text.tsx';
import { PersonLink } from './texts/page-link.tsx';
import { TimeText } from './texts/time-text.tsx';

type JournalRow = OperationDocument<'listJournal'>['rows'][number];

/** Entries of the journal under their UTC days, the newest first: a sentence each, and its facts on demand. */
export function JournalList({
  title,
  given,
  filter,
  empty,
}: {
  readonly title: string;
  /** Of which days, kind, actor, subject or run. */
  readonly given: Readonly<Record<string, string | undefined>>;
  readonly filter?: ReactNode;
  readonly empty: ReactNode;
}) {
  const { page, read } = usePage<JournalRow>('listJournal', { ...given, order: 'newest', count: '5000' });
  if (page === undefined && read.error !== null) {
    return <ProblemAlert onRetry={() => void read.refetch()} problem={read.error} />;
  }
  const days = Map.groupBy(page?.rows ?? [], ({ at }) => at.slice(0, 10));
  return (
    <SpaceBetween size="s">
      <StaleNote reads={[read]} />
      <Container
        header={
          <Header actions={<PageButtons page={page} />} variant="h2">
            {title}
          </Header>
        }
      >
        <SpaceBetween size="m">
          {filter}
          {page === undefined ? <Box color="text-body-secondary">Reading …</Box> : days.size === 0 && empty}
          {[...days].map(([day, entries]) => (
            <section aria-label={day} key={day}>
              <h3 className="journal-day">
                {weekdayAndDay(day)} {day.slice(0, 4)}
              </h3>
              <ol className="journal-entries">
                {entries.map((entry) => (
                  <Entry entry={entry} key={entry.id} />
                ))}
              </ol>
            </section>
          ))}
        </SpaceBetween>
      </Container>
    </SpaceBetween>
  );
}

function Entry({ entry }: { readonly entry: JournalRow }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="journal-entry">
      <time dateTime={entry.at} title={`${entry.at.slice(0, 19).replace('T', ' ')} UTC`}>
        {entry.at.slice(11, 16)}
      </time>
      <div>
        <NameText charsMax={600} text={describeEntry(entry)} />
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>Details</summary>
          {isOpen && <Facts entry={entry} />}
        </details>
      </div>
    </li>
  );
}

function Facts({ entry: { at, kind, actor, subject, runId, detail } }: { readonly entry: JournalRow }) {
  const email = [detail['email'], subject?.replace(/^user:/u, '')].find(
    (text) => typeof text === 'string' && !/[/:]/u.test(text) && isOneEmail(text),
  );
  return (
    <>
      <p>
        {wordsOf(kind)} by <NameText charsMax={80} text={actor} />, <TimeText at={at} />
        {runId !== undefined && (
          <>
            , in <Link to={`/runs/${encodeURIComponent(runId)}`}>{/^[a-z]+/u.exec(runId)?.[0] ?? runId}</Link>
          </>
        )}
        {typeof email === 'string' ? (
          <>
            , about <PersonLink email={email} />
          </>
        ) : (
          subject !== undefined && (
            <>
              , about <NameText charsMax={200} text={subject} />
            </>
          )
        )}
      </p>
      <pre>
        <NameText charsMax={8_000} text={JSON.stringify(detail, null, 2)} />
      </pre>
    </>
  );
}
