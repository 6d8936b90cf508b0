import { setTimeout as sleep } from 'node:timers/promises';

import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';

import { clientOptions } from '../../shared/adapters/dynamo/client-options.ts';
import { controlsJob } from '../../shared/application/controls/watch-controls.ts';
import type { DeploymentName } from '../../shared/contracts/deployment-parts.ts';
import { byHandSchedule, type ByHandRequest } from '../../shared/contracts/enforce-request.ts';
import type { ScheduledRun } from '../../shared/contracts/scheduled-run.ts';
import { enforcementOutcome } from '../../shared/domain/runs/outcome.ts';
import { enforceJob, runIdOf } from '../../shared/domain/runs/run-id.ts';
import type { CommandContext } from '../frame/command-context.ts';
import type { EnforceOrder, RunOrder, RunsByHand } from '../runs/runs-by-hand.ts';
import { awsEndpoint } from './aws-endpoint.ts';
import { awaitRun, type EndedRun } from './await-run.ts';
import { openDeployment, type Deployment } from './open-deployment.ts';

/** Runs by the functions of a deployment: each is asked for, and its record waited for. */
export async function deploymentRuns(context: CommandContext, name: DeploymentName): Promise<RunsByHand> {
  const { io } = context;
  const deployment = await openDeployment(name, io.env);
  context.noteWhere(`On ${deployment.title}`);
  const { parts, installation } = deployment;
  const lambda = new LambdaClient(clientOptions(awsEndpoint('LAMBDA', io.env, parts.region)));
  return {
    async enforce(order) {
      const run = await askAndWait({ deployment, lambda, context }, requestOf(order), order.runId);
      return { run, outcome: enforcementOutcome(run.outcome), outcomes: new Map() };
    },
    async watchControls(order) {
      const run = await askAndWait({ deployment, lambda, context }, lookOf(order), order.runId);
      return { run, outcome: run.outcome };
    },
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

type ControlsRequest = ScheduledRun & { readonly job: typeof controlsJob };

/** A look at the controls has its id from the name of its schedule: that is what tells two of one moment apart. */
function lookOf({ runId, atMs }: RunOrder): ControlsRequest {
  const schedule = runId.slice(runIdOf(controlsJob, atMs, '').length);
  return { job: controlsJob, schedule, scheduledTime: new Date(atMs).toISOString() };
}

/** Asks for a run without waiting for the answer of its function, which a long run would not live to give. */
async function askAndWait(
  { deployment, lambda, context }: Asking,
  request: ByHandRequest | ControlsRequest,
  runId: string,
): Promise<EndedRun> {
  const { parts, installation, explained } = deployment;
  const ask = async (): Promise<void> => {
    const event = new InvokeCommand({
      FunctionName: parts.functions[request.job],
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
