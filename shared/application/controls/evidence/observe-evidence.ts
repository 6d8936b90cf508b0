import {
  evidenceFaultObservation,
  unanchoredObservation,
} from '../../../domain/controls/evidence/anchors/observe-anchors.ts';
import { initialState } from '../../../domain/controls/history/watch-state.ts';
import type { Observations } from '../../../domain/notifications/conditions/decide-conditions.ts';
import { observeTampering } from '../../../domain/notifications/observe/observe-tampering.ts';
import { notify } from '../../notifications/notify.ts';
import { readRouting } from '../../notifications/read-routing.ts';
import { settingsToAnchor } from '../anchors/anchor-keeper.ts';
import type { WatchWork } from '../watch-work.ts';

/**
 * Tells what is wrong with the evidence and with what keeps runs in order, then signs what is new of the evidence. In this order: a signature over a changed table
 * would hide from the next run that it was changed.
 */
export async function observeEvidence(work: WatchWork): Promise<void> {
  const { ports, settings, anchoring } = work;
  const owners = settings.controls.securityContacts;
  const tampered = observeTampering(await ports.leases.tampered(), { nowMs: ports.clock.now(), owners });
  if (tampered.length > 0) {
    await notifyOf(work, { observed: tampered, lookedFor: {} });
  }
  const faults = await anchoring.faults();
  if (faults.length > 0) {
    await notifyOf(work, { observed: faults.map((fault) => evidenceFaultObservation(fault, owners)), lookedFor: {} });
  }
  await anchoring.anchorIfDue(await settingsToAnchor(ports, (await ports.state.read()) ?? initialState));
  const unanchored = await anchoring.unanchored();
  const observed = unanchored === undefined ? [] : [unanchoredObservation(unanchored, owners)];
  if (observed.length > 0 || (await isOpen(work))) {
    await notifyOf(work, { observed, lookedFor: { 'evidence-unanchored': 'all' } });
  }
}

async function notifyOf(work: WatchWork, seen: Pick<Observations, 'observed' | 'lookedFor'>): Promise<void> {
  const { ports, settings, order, at } = work;
  await notify(
    ports,
    { runId: order.runId, at, today: at.slice(0, 10) },
    { lease: 'controls', observations: { at, ...seen }, routing: await readRouting(ports.recipients, settings) },
  );
}

async function isOpen({ ports }: WatchWork): Promise<boolean> {
  const open = await ports.alerts.read('controls', []);
  return open.some((state) => state.kind === 'observed' && state.observation.topic === 'evidence-unanchored');
}
