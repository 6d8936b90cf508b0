import { PlatformUnavailableError } from '../../shared/kernel/runs/ports.ts';
import type { Around, PortCall } from './around-ports.ts';
import { isSoak } from './rounds.ts';

/**
 * What happens at one effect of a run. `before`, `after`, `after-unheard`: the process is gone, and nothing of it,
 * not even a `finally`, does anything more. `answer-lost`, `not-done`: the process lives on and gets an error.
 */
export const disturbances = ['before', 'after', 'after-unheard', 'answer-lost', 'not-done'] as const;
type Disturbance = (typeof disturbances)[number];

/** The process is gone: what they leave behind differs only in what was heard, and in what came between two effects. */
const goneWays = ['before', 'after', 'after-unheard'] as const;
const errorWays = ['answer-lost', 'not-done'] as const;

/**
 * The ways to try at an effect: the process is gone in one, and gets an error in the other; others at the next effect,
 * and for another turn. A soak tries every way at each.
 */
export function waysAt(effect: number, turn = 0): readonly Disturbance[] {
  return isSoak ? disturbances : [goneWays, errorWays].flatMap((ways) => inTurn<Disturbance>(ways, effect + turn));
}

/** One of some cases, the next one for the next number; all when soaking. */
export function inTurn<T>(all: readonly T[], number: number): readonly T[] {
  return isSoak ? all : all.filter((_, index) => index === number % all.length);
}

export interface Stop {
  /** Counted from 1. */
  readonly effect: number;
  readonly disturbance: Disturbance;
}

export interface Interruption {
  readonly around: Around;
  /** Settles when the process is gone. */
  readonly death: Promise<'died'>;
  /** The names of the effects so far. */
  readonly effects: readonly string[];
  /** The process is gone from now on. */
  end(): void;
}

/** Counts effects, and disturbs the run at one of them. */
export function interruption(stop?: Stop): Interruption {
  const effects: string[] = [];
  const death = Promise.withResolvers<'died'>();
  let isDead = false;

  async function die(): Promise<never> {
    isDead = true;
    death.resolve('died');
    // Never settles: whoever waits for it is part of a process that is gone.
    return new Promise<never>(() => {});
  }

  const around: Around = async (call, perform) => {
    if (isDead) {
      return die();
    }
    if (!call.isEffect) {
      return perform();
    }
    effects.push(call.name);
    const disturbance = effects.length === stop?.effect ? stop.disturbance : undefined;
    switch (disturbance) {
      case undefined:
        return perform();
      case 'before':
        return die();
      case 'after': {
        const answer = await perform();
        isDead = true;
        return answer;
      }
      case 'after-unheard':
        await perform();
        return die();
      case 'answer-lost':
        await perform();
        return failed(call);
      case 'not-done':
        return failed(call);
    }
  };
  const end = () => {
    isDead = true;
  };
  return { around, death: death.promise, effects, end };
}

/** What a port says, by its contract, when no answer came. */
function failed<T>({ name }: PortCall): T {
  const problem = `${name}: the connection was lost`;
  if (name === 'computers.find') {
    return { kind: 'failed', problem } as T;
  }
  if (/^(limitWriter|sender|computers)\./.test(name) || name === 'sessions.change') {
    return { kind: 'unknown', problem } as T;
  }
  if (/^(usage|roster|history|sessions|reports|organization)\./.test(name)) {
    throw new PlatformUnavailableError(problem, { cause: new Error(`Authorization: Bearer ${secretCanary}`) });
  }
  throw new StoreSilentError(problem);
}

/** A word that stands for every secret: it may turn up nowhere. */
export const secretCanary = 'canary-9f31c7e2';

class StoreSilentError extends Error {
  override readonly name = 'StoreSilentError';
}
