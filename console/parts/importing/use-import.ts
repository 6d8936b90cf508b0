import { useState } from 'react';

import { callApi, type ApiAnswer, type OperationDocument, type OperationGiven } from '../../api/call-api.ts';
import { problemOf, type ApiProblem } from '../../api/problem.ts';
import { queryClient } from '../../api/queries.ts';
import type { ImpactAnswer } from '../impact/use-impact.ts';

export type RecordFile = OperationGiven<'importRecords'>['body'];

type Imported = ApiAnswer<OperationDocument<'importRecords'>>;

/** An active import: the API makes some hundred changes per call. */
interface ImportState {
  readonly isBusy: boolean;
  readonly failed: readonly string[];
  readonly isDone: boolean;
  readonly problem: ApiProblem | null;
  readonly start: (file: RecordFile, agreed: string) => void;
  readonly reset: () => void;
}

const fresh = { isBusy: false, failed: [] as readonly string[], isDone: false, problem: null };

/** Makes exactly the agreed changes of a file, call by call. */
export function useImport(content: 'budgets' | 'teams'): ImportState {
  const [state, setState] = useState<Omit<ImportState, 'start' | 'reset'>>(fresh);
  const run = async (file: RecordFile, agreedFirst: string): Promise<void> => {
    setState({ ...fresh, isBusy: true });
    const failed: string[] = [];
    try {
      let agreed: string | null = agreedFirst;
      while (agreed !== null) {
        const answer: Imported = await callApi('importRecords', { content, body: file, agreed });
        const { document } = answer;
        failed.push(...document.failed.map(({ problem }) => problem));
        agreed = document.agreed;
        setState({ ...fresh, isBusy: true, failed });
      }
      setState({ ...fresh, isDone: true, failed });
    } catch (error) {
      setState({ ...fresh, failed, problem: problemOf(error) });
    }
    await queryClient.invalidateQueries();
  };
  return { ...state, start: (file, agreed) => void run(file, agreed), reset: () => setState(fresh) };
}

type PlannedChange = NonNullable<ImpactAnswer['plan']>['changes'][number];

export interface ImportKind extends DescribedChanges {
  readonly content: 'budgets' | 'teams';
}

/** How planned changes are described. */
export interface DescribedChanges {
  readonly one: string;
  /** The column head of the changed record's name. */
  readonly keyHead: string;
  readonly keyText: (change: PlannedChange) => string;
  readonly changeText: (change: PlannedChange) => string;
}

/** Pasted text as a file for the API. */
export interface PastedFile {
  /** CSV, with one row per pasted row, in order. */
  readonly csv: string;
  /** Why it is unreadable. */
  readonly problem?: string;
}
