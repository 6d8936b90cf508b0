import { randomUUID } from 'node:crypto';

import { job as controlsJob } from '../../../shared/controls/job.ts';
import { enforcementOutcome } from '../../../shared/kernel/runs/outcome.ts';
import { enforceJob } from '../../../shared/kernel/runs/run-id.ts';
import type { CommandContext } from '../../frame/command-context.ts';
import { connectToApi } from '../../frame/connection/connect-to-api.ts';
import { endOf } from './ended-run.ts';
import type { RunsByHand } from './runs-by-hand.ts';

/** Runs of a deployment: each is asked for at its API, and its record waited for. The API gives the run its id. */
export async function deploymentRuns(context: CommandContext): Promise<RunsByHand> {
  const { api, explained, close } = await connectToApi(context);
  const start: RunsByHand['start'] = async (job, { atMs }) => {
    const idempotencyKey = randomUUID();
    const ask = async () =>
      api.read('startRun', { body: { job, at: new Date(atMs).toISOString() } }, { idempotencyKey });
    const work = async () => endOf(context, api, { started: (await ask()).document, askAgain: ask });
    return explained(work());
  };
  return {
    async enforce(order) {
      const { run, outcome } = await start(enforceJob, order);
      return { run, outcome: enforcementOutcome(outcome), outcomes: new Map() };
    },
    watchControls: async (order) => start(controlsJob.name, order),
    start,
    close,
  };
}
