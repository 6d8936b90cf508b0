import { parentPort, workerData } from 'node:worker_threads';

import { type FiguresAnswer, figuresAnswers, type QuestionCall } from '../../shared/kernel/api/figures-answers.ts';
import { Problem } from '../../shared/kernel/api/problem.ts';
import type { TableNames } from '../../shared/kernel/contract/tables.ts';
import { systemClock } from '../../shared/kernel/runtime/system-clock.ts';
import { createDynamo } from '../../shared/kernel/store/create-dynamo.ts';
import { storesOn } from '../../shared/wiring/stores.ts';
import { newClosers } from '../closers.ts';
import { accessTo } from '../installation-access.ts';
import { keptAnswers } from '../state/kept-answers.ts';
import { stateFolderAt } from '../state/state-folder.ts';

/*
 * Makes the figures of a large organization and answers from them, in a thread of its own: it stands still for seconds.
 */

/** Where the thread finds its installation. */
export interface FiguresThreadData {
  readonly stateDir: string;
  readonly endpoint: string;
  readonly accessKeyId?: string | undefined;
  readonly tables: TableNames;
}

export type ThreadTask =
  | { readonly kind: 'refresh' }
  | { readonly kind: 'answer'; readonly call: QuestionCall; readonly isKept: boolean };

/** What a thread has done of a task; a problem and a failure as their parts, since classes do not cross threads. */
export type ThreadOutcome =
  | { readonly kind: 'refreshed' }
  | ({ readonly kind: 'answered' } & FiguresAnswer)
  | { readonly kind: 'problem'; readonly problem: Pick<Problem, 'kind' | 'message' | 'fields' | 'facts'> }
  | { readonly kind: 'failed'; readonly text: string };

const { stateDir, tables, ...engine } = workerData as FiguresThreadData;
const folder = stateFolderAt(stateDir);
const figures = figuresAnswers({
  installation: {
    ...storesOn({ dynamo: createDynamo(engine), tables }),
    ...accessTo({ folder, isRunning: true }, newClosers()),
  },
  now: () => systemClock.now(),
  keep: keptAnswers(folder),
  onError: (error) => parentPort?.postMessage({ error: textOf(error) }),
});

async function done(task: ThreadTask): Promise<ThreadOutcome> {
  try {
    if (task.kind === 'refresh') {
      await figures.refresh();
      return { kind: 'refreshed' };
    }
    return { kind: 'answered', ...(await figures.answer(task.call, task)) };
  } catch (error) {
    if (error instanceof Problem) {
      const { kind, message, fields, facts } = error;
      return { kind: 'problem', problem: { kind, message, fields, facts } };
    }
    return { kind: 'failed', text: textOf(error) };
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

parentPort?.on('message', ({ id, task }: { readonly id: number; readonly task: ThreadTask }) => {
  void done(task).then((outcome) => parentPort?.postMessage({ id, outcome }));
});
