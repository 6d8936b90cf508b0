import type { AlertStore } from '../notifications/ports.ts';
import type { Clock, Lease, LeaseStore } from './ports.ts';
import type { Outbox } from '../mail/ports.ts';
import type { PlatformPorts } from '../enforcement/read-platform.ts';
import { stepsRun, type Steps } from './steps.ts';

/** Another run has the lease by now: whatever this one still does could undo what that one did. */
export class LeaseLostError extends Error {
  override readonly name = 'OvertakenError';
}

/** Holds a lease for as long as a run works. Both raise OvertakenError when it is lost. */
export interface LeaseKeeper {
  readonly fence: number;
  /** Prolongs the lease now. */
  renew(): Promise<void>;
  /** Prolongs the lease when half of it is gone, so that what is begun next ends within it. */
  keep(): Promise<void>;
}

export function leaseKeeper(
  { clock, leases }: { readonly clock: Clock; readonly leases: LeaseStore },
  acquired: Lease,
  leaseMs: number,
): LeaseKeeper {
  let lease = acquired;

  async function renew(): Promise<void> {
    const renewed = await leases.renew(lease, { nowMs: clock.now(), durationMs: leaseMs });
    if (renewed === undefined) {
      throw new LeaseLostError('another run has taken over');
    }
    lease = renewed;
  }

  return {
    fence: acquired.fence,
    renew,
    async keep() {
      if (lease.expiresAtMs - clock.now() < leaseMs / 2) {
        await renew();
      }
    },
  };
}

interface LeasedPorts extends PlatformPorts {
  readonly alerts: AlertStore;
  readonly outbox: Outbox;
}

/** The same ports for a run that may read for longer than its lease lasts, and writes nothing once it is lost. */
export function withLease<P extends LeasedPorts>(ports: P, keeper: LeaseKeeper): P {
  const { steps, roster, usage, users, ledger, alerts, outbox } = ports;
  return {
    ...ports,
    steps: leasedSteps(steps, keeper),
    // A platform that does not answer, is waited for and asked again: no try begins with less than the whole lease.
    roster: { read: (from) => renewedPages(roster.read(from), keeper) },
    usage: {
      async readDays(range) {
        await keeper.renew();
        return usage.readDays(range);
      },
      readUserMetrics: (range, from) => renewedPages(usage.readUserMetrics(range, from), keeper),
    },
    users: { ...users, put: leased(keeper, async (changed) => users.put(changed)) },
    ledger: {
      ...ledger,
      putDay: leased(keeper, async (day) => ledger.putDay(day)),
      putRows: leased(keeper, async (day, rows) => ledger.putRows(day, rows)),
    },
    alerts: {
      ...alerts,
      put: leased(keeper, async (states) => alerts.put(states)),
      enqueue: leased(keeper, async (notices) => alerts.enqueue(notices)),
      assign: leased(keeper, async (choices) => alerts.assign(choices)),
    },
    // Two runs that compose from the same notices would tell them twice.
    outbox: { ...outbox, write: leased(keeper, async (mails, at) => outbox.write(mails, at)) },
  } satisfies LeasedPorts as P;
}

/**
 * The same steps, each begun with half of the lease at the least. A run that goes on after a wait may have read the
 * tables for minutes before it comes to a call that would find out, and what it writes without a fence is not to be
 * written by one that was overtaken.
 */
function leasedSteps(steps: Steps, keeper: LeaseKeeper): Steps {
  return stepsRun(steps, (among) => async (name, work) => among.run(name, leased(keeper, work)));
}

/** The same call, with the lease prolonged first when that is due. */
export function leased<Args extends readonly unknown[], Answer>(
  keeper: LeaseKeeper,
  call: (...args: Args) => Promise<Answer>,
): (...args: Args) => Promise<Answer> {
  return async (...args) => {
    await keeper.keep();
    return call(...args);
  };
}

async function* renewedPages<Page>(pages: AsyncIterable<Page>, keeper: LeaseKeeper): AsyncIterable<Page> {
  await keeper.renew();
  yield* leasedPages(pages, keeper);
}

/** The same pages, with the lease prolonged after each when that is due. */
export async function* leasedPages<Page>(pages: AsyncIterable<Page>, keeper: LeaseKeeper): AsyncIterable<Page> {
  for await (const page of pages) {
    await keeper.keep();
    yield page;
  }
}
