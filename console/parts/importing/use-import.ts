import { useState } from 'react';

import { callApi, type Answered, type OperationDocument, type OperationGiven } from '../../api/call-api.ts';
import { problemOf, type ApiProblem } from '../../api/problem.ts';
import { queryClient } from '../../api/queries.ts';
import type { ImpactAnswer } from '../impact/use-impact.ts';

export type RecordFile = OperationGiven<'importRecords'>['body'];

type Imported = Answered<OperationDocument<'importRecords'>>;

/** An import on its way: the API makes some hundred changes a call. */
interface ImportState {
  readonly isBusy: boolean;
  readonly failed: readonly string[];
  readonly isDone: boolean;
  readonly problem: ApiProblem | null;
  readonly start: (file: RecordFile, agreed: string) => void;
  readonly reset: () => void;
}

const fresh = { isBusy: false, failed: [] as readonly string[], isDone: false, problem: null };

/** Makes records what a file says, exactly as it was agreed to, call after call until nothing is left. */
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

/** One change of an import, as the API plans it. */
type PlannedChange = NonNullable<ImpactAnswer['plan']>['changes'][number];

/** A kind of records that is imported, and how its changes are described. */
export interface ImportKind {
  readonly content: 'budgets' | 'teams';
  readonly one: string;
  readonly many: string;
  /** The head of the column that names what changes. */
  readonly keyHead: string;
  readonly keyText: (change: PlannedChange) => string;
  readonly changeText: (change: PlannedChange) => string;
}

/** What somebody pasted, as a file for the API. */
export interface PastedFile {
  /** CSV; a row for each that was pasted, in its order. */
  readonly csv: string;
  /** Why it cannot be read at all. */
  readonly problem?: string;
}
