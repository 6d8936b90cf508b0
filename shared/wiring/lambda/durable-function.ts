import { withDurableExecution, type DurableContext } from '@aws/durable-execution-sdk-js';
import type { Context } from 'aws-lambda';

import { durableSteps } from '../../kernel/runs/aws/durable-steps.ts';
import type { DurableRun } from '../../kernel/runs/contract/job-declaration.ts';
import type { Steps } from '../../kernel/runs/use-cases/steps.ts';

/**
 * A function whose runs are durable executions: each invocation does the steps that it has the time for, and a new one
 * goes on from there. With less than `stepSeconds` left of an invocation, no step begins in it any more.
 */
export function durableFunction<Event>(
  { stepSeconds }: Pick<DurableRun, 'stepSeconds'>,
  handlerOf: (steps: Steps) => (event: Event, context: Context) => Promise<unknown>,
) {
  return withDurableExecution(async (event: Event, durable: DurableContext) => {
    const { lambdaContext } = durable;
    const hasTimeLeft = () => lambdaContext.getRemainingTimeInMillis() > stepSeconds * 1000;
    return handlerOf(durableSteps(durable, { hasTimeLeft }))(event, lambdaContext);
  });
}
