import {
  enforceBudgets,
  type EnforcementRun,
  type EnforcementOrder,
  type EnforcementPorts,
} from './enforce-budgets.ts';
import type { EnforcementSettings } from '../runs/run-context.ts';

/** Another run has seldom more than a minute left; a night may have hours. */
const waitMsFirst = 15_000;
const waitMsLater = 60_000;
const shortWaitsMs = 300_000;

/**
 * Runs as soon as no other run sets limits, and gives up after `patienceMs`. Each try is made as of its own moment: a run
 * for edits is of the day on which it begins, a window start stays that of its day and is later.
 */
export async function enforceWhenFree(
  ports: EnforcementPorts,
  settings: EnforcementSettings,
  { patienceMs, ...order }: EnforcementOrder & { readonly patienceMs: number },
): Promise<EnforcementRun> {
  const firstMs = await ports.steps.run('first try', async () => ports.clock.now());
  let waitedMs = 0;
  let passedMs = 0;
  for (;;) {
    const night = await enforceBudgets(ports, settings, asOfLater(order, passedMs));
    if (night.outcome.held?.guard !== 'another-run' || waitedMs >= patienceMs) {
      return night;
    }
    const waitMs = waitedMs < shortWaitsMs ? waitMsFirst : waitMsLater;
    await ports.steps.wait('until the other run is done', waitMs);
    waitedMs += waitMs;
    passedMs = await ports.steps.run('next try', async () => Math.max(0, ports.clock.now() - firstMs));
  }
}

function asOfLater(order: EnforcementOrder, passedMs: number): EnforcementOrder {
  return order.kind === 'edit'
    ? { ...order, atMs: order.atMs + passedMs }
    : { ...order, lateMs: (order.lateMs ?? 0) + passedMs };
}
