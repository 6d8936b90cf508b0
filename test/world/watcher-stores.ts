import { memoryJournal } from '../../shared/journal/store/memory-journal.ts';
import type { Run, RunOutcome } from '../../shared/kernel/runs/run.ts';
import { immediateSteps } from '../../shared/kernel/runs/store/immediate-steps.ts';
import { memoryLeaseStore, memoryRunStore } from '../../shared/kernel/runs/store/memory-run-store.ts';
import { memoryOutbox, memoryRecipientStore } from '../../shared/mail/store/memory-mail-stores.ts';
import { memoryAlertStore } from '../../shared/notifications/store/memory-alert-store.ts';
import type { Around } from './around-ports.ts';
import { interruption, type Stop } from './sudden-end.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** The stores that every watcher has. */
export function watcherStores() {
  let lastId = 0;
  const orderRows = new Map();
  return {
    steps: immediateSteps(),
    ids: { next: () => `id-${(lastId += 1)}` },
    leases: memoryLeaseStore(orderRows),
    runs: memoryRunStore(orderRows),
    journal: memoryJournal(),
    outbox: memoryOutbox(),
    alerts: memoryAlertStore(),
    recipients: memoryRecipientStore(),
  };
}

/** The settings of who is notified, in every world of a watcher. */
export const audience = {
  admins: ['admin@acme.example'],
  alerts: { fallback: [], unreachable: [], quietHours: [], digest: [] },
};

export interface WatcherEnd {
  readonly run: Run;
  readonly outcome: RunOutcome;
}

/** Runs a watcher with one of its effects disturbed; each effect takes a tenth of a second. */
export async function disturbed(
  clock: VirtualClock,
  run: (around: Around) => Promise<WatcherEnd>,
  stop?: Stop,
): Promise<{ readonly ended: WatcherEnd | 'died' | 'threw'; readonly effects: readonly string[] }> {
  const { around, death, effects } = interruption(stop);
  const timed: Around = async (call, perform) => {
    clock.moveBy(call.isEffect ? 100 : 0);
    return around(call, perform);
  };
  const running = run(timed).catch((error: unknown) => {
    if (stop === undefined || !(error instanceof Error) || error.name === 'InvariantError') {
      throw error;
    }
    return 'threw' as const;
  });
  return { ended: await Promise.race([running, death]), effects };
}
