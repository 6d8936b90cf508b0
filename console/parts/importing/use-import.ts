import { useState } from 'react';

import { callApi, type OperationDocument, type OperationGiven } from '../../api/call-api.ts';
import { problemOf, type ApiProblem } from '../../api/problem.ts';
import { queryClient, useRead } from '../../api/queries.ts';
import type { RecordForm } from '../editing/record-form.ts';
import { useImpact, type ImpactAnswer } from '../impact/use-impact.ts';

export type RecordFile = OperationGiven<'importRecords'>['body'];
export type ImportPlan = Omit<NonNullable<ImpactAnswer['plan']>, 'warnings'> & {
  readonly warnings?: NonNullable<ImpactAnswer['plan']>['warnings'];
};

type ImportContent = OperationGiven<'exportRecords'>['kind'];
/** Records that limits depend on. */
type LimitContent = OperationGiven<'importRecords'>['content'];

/** A kind of record of which many are imported at once. */
export interface ImportKind {
  readonly kind: ImportContent;
  readonly one: string;
  readonly form: RecordForm<string>;
  /** What names a record of the API. */
  readonly keyText: (row: Readonly<Record<string, unknown>>) => string;
}

function movesLimits(kind: ImportContent): kind is LimitContent {
  return kind === 'budgets' || kind === 'teams';
}

/** What a file would do. */
interface PlannedImport {
  /** The last known plan, also of an earlier file, to avoid flicker during typing. */
  readonly shown: ImportPlan | undefined;
  /** Where limits depend on the records. */
  readonly impact: ImpactAnswer | undefined;
  /** What follows, where no limit does. */
  readonly effect: readonly string[];
  /** The API's token for exactly this file; undefined while computing. */
  readonly agreed: string | undefined;
  /** What is said once it is made. */
  readonly saved: string;
  readonly isComputing: boolean;
  readonly problem: ApiProblem | null;
  readonly again: () => void;
}

/** Asks the API what a file would do; undefined: there is none yet. */
export function usePlannedImport(kind: ImportContent, file: RecordFile | undefined): PlannedImport {
  const isOfLimits = movesLimits(kind);
  const impact = useImpact(isOfLimits && file !== undefined ? { edit: 'import', content: kind, file } : undefined);
  const given = { kind, body: file } as OperationGiven<'planRecords'>;
  const planned = useRead('planRecords', given, { isLive: false, isWanted: !isOfLimits && file !== undefined });
  if (isOfLimits) {
    const { answer, shown, ...read } = impact;
    return {
      ...read,
      shown: shown?.plan,
      impact: shown,
      effect: [],
      agreed: answer?.agreed,
      saved: 'Saved. Limits follow within a minute.',
    };
  }
  const document = planned.data?.document;
  return {
    shown: document,
    impact: undefined,
    effect: document?.effect ?? [],
    agreed: document?.agreed,
    saved: 'Saved.',
    isComputing: planned.isFetching,
    problem: planned.error,
    again: () => void planned.refetch(),
  };
}

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
export function useImport(kind: ImportContent): ImportState {
  const [state, setState] = useState<Omit<ImportState, 'start' | 'reset'>>(fresh);
  const run = async (file: RecordFile, agreedFirst: string): Promise<void> => {
    setState({ ...fresh, isBusy: true });
    const failed: string[] = [];
    try {
      let agreed: string | null = agreedFirst;
      while (agreed !== null) {
        const made: MadeSome = await importSome(kind, file, agreed);
        failed.push(...made.failed.map(({ problem }) => problem));
        agreed = made.agreed;
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

type MadeSome = Pick<OperationDocument<'importRecords'>, 'failed' | 'agreed'>;

async function importSome(kind: ImportContent, body: RecordFile, agreed: string): Promise<MadeSome> {
  if (movesLimits(kind)) {
    return (await callApi('importRecords', { content: kind, body, agreed })).document;
  }
  return { ...(await callApi('importStored', { kind, body, agreed })).document, agreed: null };
}

/** Pasted text as a file for the API. */
export interface PastedFile {
  /** CSV, with one row per pasted row, in order. */
  readonly csv: string;
  /** Why it is unreadable. */
  readonly problem?: string;
}
