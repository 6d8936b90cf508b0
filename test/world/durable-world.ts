import { withDurableExecution, type DurableContext } from '@aws/durable-execution-sdk-js';

import type { EnforcementPorts } from '../../shared/enforcement/use-cases/enforcement-work.ts';
import { durableSteps } from '../../shared/kernel/runs/aws/durable-steps.ts';
import type { Steps } from '../../shared/kernel/runs/ports.ts';
import type { RunOutcome } from '../../shared/kernel/runs/run.ts';
import { runExecution, type Executed, type Kill } from '../support/durable-service.ts';
import {
  anEnforcementWorld,
  instantOf,
  invoke,
  type Invocation,
  type EnforcementWorld,
  type Scenario,
} from './enforcement-world.ts';
import { runMailer } from './mailer-process.ts';
import { interruption, type Interruption, type Stop } from './sudden-end.ts';

export const night = '2026-01-18';

export interface DurableTerms {
  /** The invocation ends at a checkpoint ... */
  readonly kill?: Kill;
  /** ... or at an effect. */
  readonly stop?: Stop;
  readonly alter?: (ports: EnforcementPorts) => EnforcementPorts;
  readonly hasTimeLeft?: () => boolean;
  /** The steps of an invocation, as the code that it runs has them. */
  readonly stepsOf?: (steps: Steps) => Steps;
  /** As of when; the night unless given. */
  readonly at?: string;
  /** When nothing more is begun; an hour after each beginning unless given. */
  readonly stopAtMs?: number;
  /** Applies a plan that somebody looked at. */
  readonly apply?: Invocation['apply'];
}

interface DurableNight extends Executed<RunOutcome> {
  /** Names of the effects of the first invocation. */
  readonly effects: Interruption['effects'];
}

/** The night as a durable execution; what an invocation that was killed still tries to do is not done. */
export async function runDurably(world: EnforcementWorld, terms: DurableTerms = {}): Promise<DurableNight> {
  const { kill, alter, apply, stopAtMs, at = night, hasTimeLeft = () => true, stepsOf = (steps) => steps } = terms;
  const first = interruption(terms.stop);
  let life = first;
  world.clock.moveTo(Math.max(world.clock.now(), instantOf(at)));
  const executed = await runExecution<RunOutcome>({
    event: {},
    clock: world.clock,
    death: first.death,
    ...(kill !== undefined && { kill }),
    onKilled() {
      life.end();
      life = interruption();
    },
    handler: withDurableExecution(async (_event: object, context: DurableContext) => {
      const { around } = life;
      const { outcome } = await invoke(world, {
        runId: `night-${night}`,
        at,
        around,
        isUnsent: true,
        ...(stopAtMs !== undefined && { stopAfterMs: stopAtMs - world.clock.now() }),
        ...(apply !== undefined && { apply, onlyIfUnfinished: false }),
        alter: (ports) => ({ ...(alter?.(ports) ?? ports), steps: stepsOf(durableSteps(context, { hasTimeLeft })) }),
      });
      return outcome;
    }),
  });
  await runMailer({ ...world.stores, clock: world.clock, sender: world.sender });
  return { ...executed, effects: first.effects };
}

/** What users get to consume would depend on the minute of each PUT; here it is the same in every world. */
export function aStillWorld(scenario: Scenario): EnforcementWorld {
  return anEnforcementWorld({ ...scenario, isEnforced: false });
}
