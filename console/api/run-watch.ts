import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { callApi, type ApiAnswer, type OperationDocument } from './call-api.ts';
import type { ApiProblem } from './problem.ts';
import { queryClient, type ReadQuery } from './queries.ts';

const lookMs = 1_000;

/** Watches a requested run until it ends, then reloads everything shown. */
export function useRunWatch(run: string): ReadQuery<'showRun'> {
  const read = useQuery<ApiAnswer<OperationDocument<'showRun'>>, ApiProblem>({
    queryKey: ['showRun', { run }],
    queryFn: async ({ signal }) => callApi('showRun', { run }, { signal }),
    // It has no record before it starts.
    retry: false,
    refetchInterval: ({ state }) => (isOver(state.data) ? false : lookMs),
  });
  const isDone = isOver(read.data);
  useEffect(() => {
    if (isDone) {
      void queryClient.invalidateQueries({ predicate: ({ queryKey: [id] }) => id !== 'showRun' });
    }
  }, [isDone]);
  return read;
}

function isOver(answered: ApiAnswer<OperationDocument<'showRun'>> | undefined): boolean {
  return answered !== undefined && answered.document.finishedAt !== null;
}
