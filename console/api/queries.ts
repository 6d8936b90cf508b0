import {
  keepPreviousData,
  QueryCache,
  QueryClient,
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useState } from 'react';

import {
  callApi,
  type ApiAnswer,
  type CallTerms,
  type OperationDocument,
  type OperationGiven,
  type OperationId,
} from './call-api.ts';
import { problemOf, type ApiProblem } from './problem.ts';

/** Interval of automatic reads while the page is visible. */
const refreshMs = 30_000;
const triesMax = 2;
/** Interval while newer figures are being made. */
const soonMs = 2_000;

/** Whether figures are being made for the first time since the service started: asked again until they are there. */
export function isComputing(error: unknown): boolean {
  return problemOf(error).kind === 'computing';
}

/** Keeps the last figures until newer ones come, and does not retry problems that a retry cannot fix. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey: [id] }) => {
      // Any call may find that the session is over: the caller is read again, and the frame says so.
      if (problemOf(error).kind === 'not-identified' && id !== 'showCaller') {
        void queryClient.invalidateQueries({ queryKey: ['showCaller'] });
      }
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      gcTime: 30 * 60_000,
      networkMode: 'always',
      retry: (failures, error) =>
        isComputing(error) || (failures < triesMax && ['unreachable', 'busy'].includes(problemOf(error).kind)),
      retryDelay: (failures, error) => (isComputing(error) ? soonMs : Math.min(1_000 * 2 ** failures, refreshMs)),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

export type ReadQuery<Id extends OperationId> = UseQueryResult<ApiAnswer<OperationDocument<Id>>, ApiProblem>;

/** Reads an operation of the API; equal reads are shared. `dataUpdatedAt` is the time of the figures. */
export function useRead<Id extends OperationId>(
  id: Id,
  given: OperationGiven<Id>,
  {
    isLive = true,
    isWanted = true,
    isExact = false,
    keepsRows = false,
  }: {
    /** Reads again every half minute while the page is visible; default true. */
    readonly isLive?: boolean;
    /** Reads nothing while false, for example until an input is known. */
    readonly isWanted?: boolean;
    /** Waits for current figures, however long they take to make: for what a decision rests on. */
    readonly isExact?: boolean;
    /** Keeps the previous rows until the next answer: for filtered and paged lists. */
    readonly keepsRows?: boolean;
  } = {},
): ReadQuery<Id> {
  const query = useQuery<ApiAnswer<OperationDocument<Id>>, ApiProblem>({
    queryKey: isExact ? [id, given, 'exact'] : [id, given],
    queryFn: async ({ signal }) => callApi(id, given, { signal, takesOld: !isExact }),
    enabled: isWanted,
    ...(keepsRows && { placeholderData: keepPreviousData }),
    refetchInterval: ({ state }) => (state.data?.old !== undefined ? soonMs : isLive ? refreshMs : false),
  });
  return useStandingError(query);
}

/** While a failed read is asked again its error stands: else a page, with what is typed on it, would go and come back. */
function useStandingError<Query extends UseQueryResult<unknown, ApiProblem>>(query: Query): Query {
  const { data, error, isFetched } = query;
  const [last, setLast] = useState(error);
  if (error !== null && error !== last) {
    setLast(error);
  }
  return data === undefined && isFetched && error === null && last !== null ? { ...query, error: last } : query;
}

interface ChangeCall<Id extends OperationId> {
  readonly given: OperationGiven<Id>;
  readonly terms?: CallTerms;
}

/** Changes something by an operation of the API, then reloads everything shown. */
export function useChange<Id extends OperationId>(
  id: Id,
): UseMutationResult<ApiAnswer<OperationDocument<Id>>, ApiProblem, ChangeCall<Id>> {
  return useMutation<ApiAnswer<OperationDocument<Id>>, ApiProblem, ChangeCall<Id>>({
    mutationFn: async ({ given, terms }) => callApi(id, given, terms),
    onSettled: async () => queryClient.invalidateQueries(),
  });
}
