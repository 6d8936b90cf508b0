import type { OperationDocument, OperationGiven } from '../../api/call-api.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { useRead } from '../../api/queries.ts';
import { useDelayed } from '../lists/use-delayed.ts';

export type ImpactAnswer = OperationDocument<'showImpact'>;
export type Impact = ImpactAnswer['impact'];
export type ProposedEdit = OperationGiven<'showImpact'>['body'];

/** So long somebody has to stop typing before the API divides again. */
const typingMs = 350;

/** What an edit would do, as far as it is known by now. */
export interface ImpactRead {
  /** Of exactly this edit; undefined while it is computed. */
  readonly answer: ImpactAnswer | undefined;
  /** The last that was known, of an earlier draft too: so that nothing flickers while somebody types. */
  readonly shown: ImpactAnswer | undefined;
  readonly isComputing: boolean;
  readonly problem: ApiProblem | null;
  readonly again: () => void;
}

/** Asks the API what an edit would do before it is made, whenever the draft stands still; undefined: there is none. */
export function useImpact(edit: ProposedEdit | undefined): ImpactRead {
  const text = edit === undefined ? undefined : JSON.stringify(edit);
  const settled = useDelayed(text, typingMs);
  const isSettled = settled === text;
  const body = (settled === undefined ? { edit: 'end-top-up', id: '-' } : JSON.parse(settled)) as ProposedEdit;
  const read = useRead(
    'showImpact',
    { body },
    { isLive: false, isWanted: settled !== undefined && text !== undefined, keepsRows: true },
  );
  const isOfThis = isSettled && !read.isPlaceholderData && read.error === null;
  return {
    answer: isOfThis && text !== undefined ? read.data?.document : undefined,
    shown: text === undefined ? undefined : read.data?.document,
    isComputing: text !== undefined && (!isSettled || read.isFetching),
    problem: text !== undefined && isSettled ? read.error : null,
    again: () => void read.refetch(),
  };
}
