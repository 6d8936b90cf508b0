import {
  keepPreviousData,
  QueryCache,
  QueryClient,
  useMutation,
  useQuery,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';

import { callApi, type Answered, type CallTerms } from './call-api.ts';
import type { OperationDocument, OperationGiven, OperationId } from './call-api.ts';
import { problemOf, type ApiProblem } from './problem.ts';

/** What is read again by itself, while somebody looks. */
const refreshMs = 30_000;
const triesMax = 2;

/** The last figures stay until newer ones come; problems that asking again does not mend are not asked again. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey: [id] }) => {
      // Whatever notices that a session is over: who is signed in is asked again, and the frame says so.
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
      retry: (failures, error) => failures < triesMax && ['unreachable', 'busy'].includes(problemOf(error).kind),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

interface ReadTerms {
  /** Reads again every half minute while the page is looked at: on unless said otherwise. */
  readonly isLive?: boolean;
  /** Nothing is read while this is false: what it needs is not known yet. */
  readonly isWanted?: boolean;
  /** What was read before stays until the answer to another question is here: for lists that are filtered and paged. */
  readonly keepsRows?: boolean;
}

export type Read<Id extends OperationId> = UseQueryResult<Answered<OperationDocument<Id>>, ApiProblem>;

/** Reads one operation of the API; equal reads are made once. `dataUpdatedAt` tells as of when the figures are. */
export function useRead<Id extends OperationId>(
  id: Id,
  given: OperationGiven<Id>,
  { isLive = true, isWanted = true, keepsRows = false }: ReadTerms = {},
): Read<Id> {
  return useQuery<Answered<OperationDocument<Id>>, ApiProblem>({
    queryKey: [id, given],
    queryFn: async ({ signal }) => callApi(id, given, { signal }),
    enabled: isWanted,
    ...(keepsRows && { placeholderData: keepPreviousData }),
    ...(isLive && { refetchInterval: refreshMs }),
  });
}

interface ChangeCall<Id extends OperationId> {
  readonly given: OperationGiven<Id>;
  readonly terms?: CallTerms;
}

type Change<Id extends OperationId> = UseMutationResult<Answered<OperationDocument<Id>>, ApiProblem, ChangeCall<Id>>;

/** Changes something by one operation of the API. Whatever is shown is read again afterwards. */
export function useChange<Id extends OperationId>(id: Id): Change<Id> {
  return useMutation<Answered<OperationDocument<Id>>, ApiProblem, ChangeCall<Id>>({
    mutationFn: async ({ given, terms }) => callApi(id, given, terms),
    onSettled: async () => queryClient.invalidateQueries(),
  });
}
