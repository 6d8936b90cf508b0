import type { Lease } from '../lease.ts';
import type { Clock, Ids, LeaseNeed, LeaseNeeds, LeaseStore, Steps } from '../ports.ts';

/** Another run holds the lease by now: whatever this one still did could undo what that one did. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** Holds a run's lease. Both methods throw LeaseLostError when it is lost. */
export interface LeaseKeeper {
  readonly fence: number;
  renew(): Promise<void>;
  /** Renews the lease when less than half of it is left, so that what begins next ends within it. */
  keep(): Promise<void>;
}

/** For a job that may run any number of times at once. */
export const noLease: LeaseKeeper = { fence: 0, renew: async () => {}, keep: async () => {} };

export function leaseKeeper(
  { clock, leases }: { readonly clock: Clock; readonly leases: LeaseStore },
  acquired: Lease,
  durationMs: number,
): LeaseKeeper {
  let lease = acquired;

  async function renew(): Promise<void> {
    const renewed = await leases.renew(lease, { nowMs: clock.now(), durationMs });
    if (renewed === undefined) {
      throw new LeaseLostError('another run has taken over');
    }
    lease = renewed;
  }

  return {
    fence: acquired.fence,
    renew,
    async keep() {
      if (lease.expiresAtMs - clock.now() < durationMs / 2) {
        await renew();
      }
    },
  };
}

/** Does a short piece of work under the lease of a job, outside of its runs; `busy` when a run holds it. */
export async function underLease<T>(
  ports: { readonly clock: Clock; readonly ids: Ids; readonly leases: LeaseStore },
  { name, durationMs }: { readonly name: string; readonly durationMs: number },
  work: (keeper: LeaseKeeper) => Promise<T>,
): Promise<{ readonly kind: 'done'; readonly value: T } | { readonly kind: 'busy'; readonly untilMs: number }> {
  const { clock, ids, leases } = ports;
  const acquired = await leases.acquire(name, { owner: ids.next(), nowMs: clock.now(), durationMs });
  if (acquired.kind === 'held') {
    return { kind: 'busy', untilMs: acquired.untilMs };
  }
  try {
    return { kind: 'done', value: await work(leaseKeeper(ports, acquired.lease, durationMs)) };
  } finally {
    await leases.release(acquired.lease);
  }
}

type Method = (...args: readonly unknown[]) => unknown;

/** The same ports, for a run that may work for longer than its lease lasts and writes nothing once the lease is lost. */
export function leasedPorts<Ports extends { readonly steps: Steps }>(
  ports: Ports,
  needs: LeaseNeeds<Ports>,
  keeper: LeaseKeeper,
): Ports {
  const given: Readonly<Record<string, unknown>> = ports;
  const leased = Object.entries<'free' | Readonly<Record<string, LeaseNeed>>>(needs).flatMap(([name, port]) =>
    port === 'free' || given[name] === undefined ? [] : [[name, leasedPort(given[name] as object, port, keeper)]],
  );
  return { ...ports, ...Object.fromEntries(leased), steps: leasedSteps(ports.steps, keeper) };
}

function leasedPort(port: object, needs: Readonly<Record<string, LeaseNeed>>, keeper: LeaseKeeper): object {
  const given = port as Readonly<Record<string, unknown>>;
  // By what is declared of a port, not by what can be seen of it: one that is loaded late shows no methods.
  const leased = Object.entries(needs).map(([name, need]) => {
    const member = given[name];
    return [name, isMethod(member) ? leasedMethod(member, need, keeper) : member];
  });
  return Object.fromEntries(leased) as object;
}

function isMethod(value: unknown): value is Method {
  return typeof value === 'function';
}

function leasedMethod(method: Method, need: LeaseNeed, keeper: LeaseKeeper): Method {
  switch (need) {
    case 'free':
      return method;
    case 'write':
      return async (...args) => {
        await keeper.keep();
        return method(...args);
      };
    case 'call':
      // A platform that does not answer is called again: no try begins with less than the whole lease.
      return async (...args) => {
        await keeper.renew();
        return method(...args);
      };
    case 'pages':
      return (...args) =>
        leasedPages(
          () => method(...args) as AsyncIterable<unknown>,
          keeper,
          async () => keeper.renew(),
        );
    case 'kept-pages':
      return (...args) =>
        leasedPages(
          () => method(...args) as AsyncIterable<unknown>,
          keeper,
          async () => keeper.keep(),
        );
  }
}

async function* leasedPages(
  open: () => AsyncIterable<unknown>,
  keeper: LeaseKeeper,
  begin: () => Promise<void>,
): AsyncIterable<unknown> {
  await begin();
  for await (const page of open()) {
    await keeper.keep();
    yield page;
  }
}

/** The same steps, those of groups too, each done as `runIn` does it with the steps that it is among. */
export function stepsRun(steps: Steps, runIn: (among: Steps) => Steps['run']): Steps {
  return {
    ...steps,
    run: runIn(steps),
    group: async (name, work) => steps.group(name, async (inner) => work(stepsRun(inner, runIn))),
  };
}

/**
 * The same steps, each begun with at least half of the lease. A run that continues after a wait may read the tables for
 * minutes before it comes to a call that would find the lease lost, and must not write without a fence by then.
 */
function leasedSteps(steps: Steps, keeper: LeaseKeeper): Steps {
  return stepsRun(
    steps,
    (among) => async (name, work) =>
      among.run(name, async () => {
        await keeper.keep();
        return work();
      }),
  );
}
