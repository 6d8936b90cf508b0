import { setTimeout as sleep } from 'node:timers/promises';

import type { ApiClient } from '../../../shared/kernel/api/client/api-client.ts';
import { Problem } from '../../../shared/kernel/api/problem.ts';
import type { RunRecordDocument, StartedRunDocument } from '../../../shared/kernel/runs/contract/run-documents.ts';
import type { RunStore } from '../../../shared/kernel/runs/ports.ts';
import type { Hold, Run, RunOutcome } from '../../../shared/kernel/runs/run.ts';
import type { CommandContext } from '../../frame/command-context.ts';
import { awaitRun } from './await-run.ts';
import type { EndedRun } from './runs-by-hand.ts';

/** Waits for a run that was asked for, with its record behind an API, until it has ended. */
export async function endOf(
  context: CommandContext,
  api: ApiClient,
  { started, askAgain }: { readonly started: StartedRunDocument; readonly askAgain: () => Promise<unknown> },
): Promise<EndedRun> {
  const { run: runId, job } = started;
  context.note(`Run ${runId} is asked for; it goes on without this command`);
  return awaitRun(
    runsBehind(api),
    { runId, job },
    {
      now: () => context.io.now(),
      pause: async (ms) => sleep(ms),
      note: (text) => context.note(text),
      askAgain: async () => {
        await askAgain();
      },
    },
  );
}

function runsBehind(api: ApiClient): Pick<RunStore, 'find' | 'list'> {
  return {
    async find(runId) {
      try {
        const { document } = await api.read('showRun', { run: runId });
        return runOf(document);
      } catch (error) {
        if (error instanceof Problem && error.kind === 'not-found') {
          return undefined;
        }
        throw error;
      }
    },
    async list(job, countMax) {
      const { document } = await api.read('listRuns', { job, newest: String(countMax) });
      return document.rows.map(runOf);
    },
  };
}

/** The run that a record shows. */
export function runOf({
  run,
  job,
  at,
  startedAt,
  finishedAt,
  status,
  cutOff: _cutOff,
  found,
  ...record
}: RunRecordDocument): Run {
  const { dataThrough, held, findings, ...figures } = record;
  const outcome: RunOutcome | undefined =
    status === null
      ? undefined
      : {
          ...figures,
          status,
          isUnfinished: false,
          ...(dataThrough !== null && { dataThrough }),
          ...(held !== null && { held: held as Hold }),
          findings,
          findingsMore: findings === undefined ? undefined : (found ?? 0) - findings.length,
        };
  return {
    runId: run,
    job,
    at,
    startedAt,
    ...(finishedAt !== null && { finishedAt }),
    outcome,
  };
}
