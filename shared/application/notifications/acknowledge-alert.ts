import { decideAcknowledge, type AcknowledgeDecision } from '../../domain/alerts/acknowledge.ts';
import type { Acknowledgement, AlertState } from '../../domain/alerts/alert-state.ts';
import { describeAlert } from '../../domain/alerts/describe-alert.ts';
import { alertHandle, shortKey } from '../../domain/alerts/short-key.ts';
import type { JournalEntry } from '../../domain/journal/journal-entry.ts';
import type { AlertStore } from './ports.ts';
import { underLease } from '../runs/lease-keeper.ts';
import type { Clock, Ids, Journal, LeaseStore } from '../runs/ports.ts';

export interface AcknowledgePorts {
  readonly alerts: AlertStore;
  readonly journal: Journal;
  readonly leases: LeaseStore;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** `busy`: a run is at work, which would write over it. `not-there`: nothing of that id is open. */
export type AcknowledgeOutcome =
  | AcknowledgeDecision
  | { readonly kind: 'not-there' }
  | { readonly kind: 'busy'; readonly untilMs: number };

const leaseMs = 60_000;

/**
 * Notes that somebody has seen an alert and why it may stand. `id` is that of the alert, or its short name. It is done
 * under the lease of the nightly run: a run that has read the alert before would store it without the note.
 */
export async function acknowledgeAlert(
  ports: AcknowledgePorts,
  id: string,
  by: Acknowledgement,
): Promise<AcknowledgeOutcome> {
  const done = await underLease(ports, { name: 'limits', durationMs: leaseMs }, async () => {
    const states = await ports.alerts.read([]);
    const found = states.find(({ alertId }) => alertId === id || alertHandle(alertId) === id);
    const decision = found === undefined ? ({ kind: 'not-there' } as const) : decideAcknowledge(found, by);
    if (decision.kind === 'acknowledged') {
      // Before the alert falls silent it is written down who wants that.
      await ports.journal.append([entryOf(decision.state, by)]);
      await ports.alerts.put([decision.state]);
    }
    return decision;
  });
  return done.kind === 'done' ? done.value : done;
}

function entryOf(state: AlertState, { by, at, until }: Acknowledgement): JournalEntry {
  const { headline, severity } = describeAlert(state);
  const reason = state.acknowledged?.reason ?? '';
  return {
    id: `${shortKey(state.alertId)}/acknowledged/${at}`,
    at,
    kind: 'alert-acknowledged',
    actor: by,
    subject: state.alertId,
    detail: { reason, until: until ?? null, headline, severity },
  };
}
