import type { Tampering } from '../../kernel/runs/lease.ts';
import { observationOf, type Observation } from '../observation.ts';

/** After this time a repaired row is history, and the people concerned have the mail about it. */
const reportedForMs = 30 * 24 * 60 * 60_000;

/** Observes tampering with leases and job progress: reported until a person has explained it. */
export function observeTampering(
  tampered: readonly Tampering[],
  { nowMs, owners }: { readonly nowMs: number; readonly owners: readonly string[] },
): readonly Observation[] {
  return tampered
    .filter(({ foundAtMs }) => nowMs - foundAtMs < reportedForMs)
    .map(({ name, foundAtMs, found }) =>
      observationOf({
        topic: 'order-tampered',
        key: `${name}/${foundAtMs}`,
        fingerprint: found,
        severity: 'critical',
        owners,
        headline: `The records that keep runs in order were tampered with: ${describeRow(name)}`,
        details: [
          `In the table of the leases stood at ${new Date(foundAtMs).toISOString()}: ${found}.`,
          'It was repaired. No run takes it for true, and none waits for it for longer than the longest lease.',
          'Curfew writes no such row. Find out who may write that table, and keep the trail of the account.',
          'Once it is explained: npx curfew alerts ack ALERT --reason "…"; "npx curfew alerts list" shows its name.',
        ],
      }),
    );
}

function describeRow(name: string): string {
  const [kind, job] = name.split(':');
  return job === undefined ? `the lease “${name}”` : `how far the job “${job}” has come (${kind})`;
}
