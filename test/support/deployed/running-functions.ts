import * as z from 'zod';

import { invariant } from '../../../shared/kernel/invariant.ts';
import type { DeployedFunction } from './deployed-functions.ts';
import { durableExecutions } from './durable-executions.ts';
import { type FunctionProcess, startFunction } from './function-process.ts';
import type { SettableClock } from './settable-clock.ts';

/** What a run of a durable function came to. */
export interface RanDurably {
  readonly result: unknown;
  /** The processes that worked on it, in order. */
  readonly pids: readonly (number | undefined)[];
  readonly checkpoints: number;
  readonly stepsDone: readonly string[];
}

/** Where a process is killed: when a step is done, or at a checkpoint by its number, which is kept by then or not. */
export interface Kill {
  readonly at: string | number;
  readonly when: 'before' | 'after';
}

const Output = z.discriminatedUnion('Status', [
  z.object({ Status: z.literal('SUCCEEDED'), Result: z.string().optional() }),
  z.object({ Status: z.literal('FAILED'), Error: z.object({ ErrorMessage: z.string().optional() }).loose() }),
  z.object({ Status: z.literal('PENDING') }),
]);

const invocationsMax = 200;

/** The processes of the functions: each is started with its first event, and stays for the next. */
export function runningFunctions(
  functions: readonly DeployedFunction[],
  clock: SettableClock,
  local: Readonly<Record<string, string>>,
) {
  const processes = new Map<string, FunctionProcess>();
  const queues = new Map<string, Promise<unknown>>();
  const durable = durableExecutions(() => clock.now());
  const named = (name: string): DeployedFunction => {
    const found = functions.find((each) => each.name === name);
    invariant(found !== undefined, `there is a function ${name}`);
    return found;
  };

  async function processOf(deployed: DeployedFunction): Promise<FunctionProcess> {
    const known = processes.get(deployed.name);
    if (known !== undefined) {
      return known;
    }
    const started = await startFunction(deployed, local, clock.now());
    processes.set(deployed.name, started);
    return started;
  }

  async function kill(name: string): Promise<void> {
    const known = processes.get(name);
    processes.delete(name);
    await known?.kill();
  }

  async function runOnce(deployed: DeployedFunction, event: unknown): Promise<RanDurably> {
    const used = await processOf(deployed);
    const invoked = await used.invoke(event, clock.now());
    if (invoked.kind !== 'answered') {
      throw new Error(`${deployed.name} ${JSON.stringify(invoked)}: ${used.output()}`);
    }
    return { result: invoked.answer, pids: [used.pid], checkpoints: 0, stepsDone: [] };
  }

  async function runDurably(deployed: DeployedFunction, event: unknown, kills: readonly Kill[]): Promise<RanDurably> {
    const execution = durable.begin(`${deployed.arn}:1`, event, clock.now());
    const left = new Set(kills);
    execution.onCheckpoint = async ({ number, when, done }) => {
      const wanted = [...left].find(
        (each) => each.when === when && (each.at === number || done.includes(String(each.at))),
      );
      if (wanted === undefined) {
        return 'go-on';
      }
      left.delete(wanted);
      await kill(deployed.name);
      return 'killed';
    };
    const pids: (number | undefined)[] = [];
    for (let invocations = 0; invocations < invocationsMax; invocations += 1) {
      const used = await processOf(deployed);
      pids.push(used.pid);
      const invoked = await used.invoke(execution.nextEvent(), clock.now());
      if (invoked.kind === 'killed') {
        continue;
      }
      if (invoked.kind === 'failed') {
        throw new Error(`${deployed.name} ${JSON.stringify(invoked.error)}: ${used.output()}`);
      }
      const output = Output.parse(invoked.answer);
      if (output.Status === 'SUCCEEDED') {
        const { checkpoints, stepsDone } = execution;
        return { result: JSON.parse(output.Result ?? 'null'), pids, checkpoints, stepsDone };
      }
      if (output.Status === 'FAILED') {
        throw new Error(`${deployed.name} failed: ${JSON.stringify(output.Error)}: ${used.output()}`);
      }
      const dueMs = execution.dueMs();
      invariant(dueMs !== undefined, 'an execution that waits does so until a moment');
      clock.moveTo(Math.max(dueMs, clock.now()));
      execution.letTimePass(clock.now());
    }
    throw new Error(`${deployed.name} has not ended after ${invocationsMax} invocations`);
  }

  return {
    durable,
    /** By an ARN, or by a name as an event source gives it, with an alias or without. */
    nameOf(target: string): string {
      const functionName = target.replace(/^.*:function:/u, '').replace(/:live$/u, '');
      const found = functions.find((each) => each.functionName === functionName);
      invariant(found !== undefined, `${target} is a function of the deployment`);
      return found.name;
    },
    log: (name: string) => processes.get(name)?.output() ?? '',
    used: () => [...queues.keys()],
    /** One event after the other. */
    async start(name: string, event: unknown, kills: readonly Kill[] = []): Promise<RanDurably> {
      const deployed = named(name);
      const work = async () => (deployed.isDurable ? runDurably(deployed, event, kills) : runOnce(deployed, event));
      const before = queues.get(name) ?? Promise.resolve();
      const running = before.then(work, work);
      queues.set(name, running);
      return running;
    },
    async close() {
      await Promise.all([...processes.keys()].map(kill));
    },
  };
}
