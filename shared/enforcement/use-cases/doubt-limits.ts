import type { Clock, Ids, LeaseStore } from '../../kernel/runs/ports.ts';
import { enforceJob } from '../../kernel/runs/run-id.ts';
import { underLease } from '../../kernel/runs/use-cases/lease-keeper.ts';
import { doubtedRecord } from '../../limits/doubted-record.ts';
import type { LimitStore } from '../ports.ts';

const leaseMs = 5 * 60_000;

/**
 * Takes no limit for confirmed any more, so that the next run sends every one: for tables that were put back from a backup.
 * Gives how many users have a limit; undefined, with nothing changed, while a run is at work. Doing it again changes nothing.
 */
export async function doubtLimits(ports: {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly leases: LeaseStore;
  readonly limits: LimitStore;
}): Promise<number | undefined> {
  const at = new Date(ports.clock.now()).toISOString();
  const done = await underLease(ports, { name: enforceJob, durationMs: leaseMs }, async ({ fence }) => {
    const records = await ports.limits.list();
    const doubted = records.map((record) => doubtedRecord(record, at));
    await ports.limits.put(
      doubted.filter((record, index) => record !== records[index]),
      fence,
    );
    return records.length;
  });
  return done.kind === 'done' ? done.value : undefined;
}
