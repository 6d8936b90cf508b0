import type { DurableRun, JobDeclaration } from '../../kernel/runs/contract/job-declaration.ts';
import type { TableOf } from '../../kernel/runs/contract/job-variables.ts';
import type { Tables } from '../stores.ts';
import type { WiredJob } from '../wired-job.ts';
import { writeCreditsBy } from '../write-credits.ts';
import { type DeployedClients, deployedDeps } from './deployed-job.ts';
import { durableFunction } from './durable-function.ts';

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
