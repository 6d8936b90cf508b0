import { type DurableContext, withDurableExecution } from '@aws/durable-execution-sdk-js';
import type { Context } from 'aws-lambda';

import { durableSteps } from '../../kernel/runs/aws/durable-steps.ts';
import type { DurableRun, JobDeclaration } from '../../kernel/runs/contract/job-declaration.ts';
import type { TableOf } from '../../kernel/runs/contract/job-variables.ts';
import type { Steps } from '../../kernel/runs/ports.ts';
import { writeCreditsBy } from '../../kernel/texts/credits.ts';
import type { Tables } from '../stores.ts';
import type { WiredJob } from '../wired-job.ts';
import { type DeployedClients, deployedDeps } from './deployed-job.ts';

/**
 * A function whose runs are durable executions: each invocation does the steps that it has the time for, and a new one
 * goes on from there. With less than `stepSeconds` left of an invocation, no step begins in it any more.
 */
export function durableFunction<Event>(
  { stepSeconds }: DurableRun,
  handlerOf: (steps: Steps) => (event: Event, context: Context) => Promise<unknown>,
) {
  return withDurableExecution(async (event: Event, durable: DurableContext) => {
    const { lambdaContext } = durable;
    const hasTimeLeft = () => lambdaContext.getRemainingTimeInMillis() > stepSeconds * 1000;
    return handlerOf(durableSteps(durable, { hasTimeLeft }))(event, lambdaContext);
  });
}

/** The function of a job whose runs may outlive an invocation: their steps are those of a durable execution. */
export function deployedDurableJob<
  const J extends JobDeclaration & { readonly limits: { readonly durable: DurableRun } },
  More,
  Ports extends object,
  Order,
  Result,
>(wired: WiredJob<J, Tables<TableOf<J>> & More, Ports, Order, Result>, clients: DeployedClients<J, More>) {
  const deps = deployedDeps(wired, clients);
  const { ports, settings } = deps;
  return durableFunction(wired.job.limits.durable, (steps) =>
    wired.handler(wired.job, {
      ...deps,
      steps,
      run: async (order) => {
        writeCreditsBy(settings, deps.clock.now());
        return wired.run({ ...ports, steps }, settings, order);
      },
    }),
  );
}
