import { setTimeout as sleep } from 'node:timers/promises';

import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';

import { clientOptions } from '../../shared/adapters/dynamo/calls/client-options.ts';
import { controlsJob } from '../../shared/application/controls/watch-controls.ts';
import type { DeploymentName } from '../../shared/contracts/deployment-parts.ts';
import { byHandSchedule, type ByHandRequest } from '../../shared/contracts/enforce-request.ts';
import type { ScheduledRun } from '../../shared/contracts/scheduled-run.ts';
import { enforcementOutcome } from '../../shared/domain/runs/outcome.ts';
import { enforceJob } from '../../shared/domain/runs/run-id.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { byHandEvent, type EndedRun, type EnforceOrder, type RunsByHand } from '../runs/runs-by-hand.ts';
import { awsEndpoint } from './aws-endpoint.ts';
import { awaitRun } from './await-run.ts';
import { openDeployment, type Deployment } from './open-deployment.ts';

/** Runs by the functions of a deployment: each is asked for, and its record waited for. */
export async function deploymentRuns(context: CommandContext, name: DeploymentName): Promise<RunsByHand> {
  const { io } = context;
  const deployment = await openDeployment(name, io.env);
  context.noteWhere(`On ${deployment.title}`);
  const { parts, installation } = deployment;
  const lambda = new LambdaClient(clientOptions(awsEndpoint('LAMBDA', io.env, parts.region)));
  const asking: Asking = { deployment, lambda, context };
  const start: RunsByHand['start'] = async (job, order) => askAndWait(asking, byHandEvent(job, order), order.runId);
  return {
    async enforce(order) {
      const { run, outcome } = await askAndWait(asking, requestOf(order), order.runId);
      return { run, outcome: enforcementOutcome(outcome), outcomes: new Map() };
    },
    async watchControls(order) {
      return start(controlsJob, order);
    },
    start,
    async close() {
      lambda.destroy();
      await installation.close();
    },
  };
}

interface Asking {
  readonly deployment: Deployment;
  readonly lambda: LambdaClient;
  readonly context: CommandContext;
}

function requestOf({ runId, atMs, apply }: EnforceOrder): ByHandRequest {
  return {
    job: enforceJob,
    schedule: byHandSchedule,
    scheduledTime: new Date(atMs).toISOString(),
    runId,
    ...(apply !== undefined && { apply }),
  };
}

/** Asks for a run without waiting for the answer of its function, which a long run would not live to give. */
async function askAndWait(
  { deployment, lambda, context }: Asking,
  request: ByHandRequest | ScheduledRun,
  runId: string,
): Promise<EndedRun> {
  const { parts, installation, explained } = deployment;
  const FunctionName = parts.functions[request.job];
  if (FunctionName === undefined) {
    throw new CommandError(`The deployment has no job “${request.job}”: deploy this version of curfew first`);
  }
  const ask = async (): Promise<void> => {
    const event = new InvokeCommand({
      FunctionName,
      InvocationType: 'Event',
      Payload: JSON.stringify(request),
    });
    await explained(lambda.send(event));
  };
  await ask();
  context.note(`Run ${runId} is asked for; it goes on without this command`);
  const waiting = {
    now: () => context.io.now(),
    pause: async (ms: number) => sleep(ms),
    note: (text: string) => context.note(text),
    askAgain: ask,
  };
  return explained(awaitRun(installation.runs, { runId, job: request.job }, waiting));
}
