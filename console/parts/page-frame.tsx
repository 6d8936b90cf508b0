import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, type ReactNode } from 'react';

import type { ApiProblem } from '../api/problem.ts';
import { ProblemAlert } from './problem-alert.tsx';
import { TimeText } from './texts/time-text.tsx';

/** As much of a read as the frame looks at: any `useRead` fits. */
export interface FramedRead {
  readonly data: unknown;
  readonly error: ApiProblem | null;
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

interface PageFrameProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  /** What the page cannot do without: until all of it is there, the page says so. */
  readonly reads?: readonly FramedRead[];
  /** Made once all of it is there, where it is a function. */
  readonly children: ReactNode | (() => ReactNode);
}

/**
 * A page under its title. While what it reads is on its way, it says so; when that fails before anything came, it says
 * why; when it fails later, the last figures stay, and it says as of when they are.
 */
export function PageFrame({ title, description, actions, reads = [], children }: PageFrameProps) {
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
        {...(actions !== undefined && { actions })}
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

/** Says that what is shown is not of now: the service did not answer when it was asked again. */
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

/** What is said of a page once it is read takes no place that something else had. */
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
