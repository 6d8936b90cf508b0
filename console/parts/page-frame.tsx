import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, type ReactNode } from 'react';

import type { ApiProblem } from '../api/problem.ts';
import { ProblemAlert } from './problem-alert.tsx';
import { TimeText } from './texts/time-text.tsx';

/** Fits any `useRead`. */
export interface FramedRead {
  readonly data: unknown;
  readonly error: ApiProblem | null;
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

/**
 * A page with its title. While reads are pending it says so; when one fails first, it says why; when one fails later,
 * the last figures stay, with their time.
 */
export function PageFrame({
  title,
  description,
  actions,
  reads = [],
  children,
}: {
  readonly title: string;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  /** Reads the page needs: until all have answered, it says so. */
  readonly reads?: readonly FramedRead[];
  /** A function is called once all reads have answered. */
  readonly children: ReactNode | (() => ReactNode);
}) {
  useEffect(() => {
    document.title = `${title} · Curfew`;
  }, [title]);
  const missing = reads.filter(({ data }) => data === undefined);
  const hasDescription = description !== undefined && description !== false;
  const failed = missing.find(({ error }) => error !== null);
  return (
    <SpaceBetween size="l">
      <Header
        variant="h1"
        {...(hasDescription ? { description } : missing.length > 0 && { description: <LineToCome /> })}
        actions={actions}
      >
        {title}
      </Header>
      <StaleNote reads={reads} />
      {failed?.error ? (
        <ProblemAlert onRetry={() => void failed.refetch()} problem={failed.error} />
      ) : missing.length > 0 ? (
        <Loading />
      ) : typeof children === 'function' ? (
        children()
      ) : (
        children
      )}
    </SpaceBetween>
  );
}

/** Says that the figures are old because the last read failed. */
export function StaleNote({ reads }: { readonly reads: readonly FramedRead[] }) {
  const stale = reads.filter(({ data, error }) => data !== undefined && error !== null);
  const oldestMs = Math.min(...stale.map(({ dataUpdatedAt }) => dataUpdatedAt));
  const [first] = stale;
  return first?.error ? (
    <Alert type="warning">
      <div role="status">
        As of <TimeText at={new Date(oldestMs).toISOString()} />:{' '}
        {first.error.kind === 'unreachable'
          ? 'the service does not answer. These are the last figures it gave; they are asked for again by themselves.'
          : `newer figures could not be read. ${first.error.message}`}
      </div>
    </Alert>
  ) : null;
}

/** Reserves space for text that appears after loading. */
function LineToCome() {
  return <span aria-hidden>&nbsp;</span>;
}

function Loading() {
  return (
    <Box color="text-status-inactive" padding={{ vertical: 'xxl' }} textAlign="center">
      <div className="loading" role="status">
        Reading …
      </div>
    </Box>
  );
}
