import type { OperationDocument, OperationGiven } from '../../api/call-api.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { useRead } from '../../api/queries.ts';
import { useDelayed } from '../lists/use-delayed.ts';

export type ImpactAnswer = OperationDocument<'showImpact'>;
export type Impact = ImpactAnswer['impact'];
export type ProposedEdit = OperationGiven<'showImpact'>['body'];

/** Rows of each list that a page shows the first of. */
const rowsMax = 50;

/** Pause in typing before the API computes again. */
const typingMs = 350;

export interface ImpactRead {
  /** Of exactly this edit; undefined while computing. */
  readonly answer: ImpactAnswer | undefined;
  /** The last known one, also of an earlier draft, to avoid flicker during typing. */
  readonly shown: ImpactAnswer | undefined;
  readonly isComputing: boolean;
  readonly problem: ApiProblem | null;
  readonly again: () => void;
}

/** Asks the API for an edit's effect whenever the draft is unchanged for a moment; undefined: no edit. */
export function useImpact(edit: ProposedEdit | undefined): ImpactRead {
  const text = edit === undefined ? undefined : JSON.stringify(edit);
  const settled = useDelayed(text, typingMs);
  const isSettled = settled === text;
  const body = (settled === undefined ? { edit: 'end-top-up', id: '-' } : JSON.parse(settled)) as ProposedEdit;
  const read = useRead(
    'showImpact',
    { body, rows: String(rowsMax) },
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
