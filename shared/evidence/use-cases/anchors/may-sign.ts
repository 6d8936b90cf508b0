import { isOpen } from '../../../notifications/conditions/acknowledge.ts';
import { isInAlarm } from '../../../notifications/conditions/condition-state.ts';
import type { AlertStore } from '../../../notifications/ports.ts';
import { evidenceFaultObservation, isOfTable, type EvidenceFault } from '../../anchors/observe-anchors.ts';

/**
 * Whether a head may be signed at an ISO instant. When the chain differs from the one that was signed, each such
 * fault's alert must be acknowledged first.
 */
export async function maySign(alerts: AlertStore, faults: readonly EvidenceFault[], at: string): Promise<boolean> {
  const ofTable = faults.filter(isOfTable);
  if (ofTable.length === 0) {
    return true;
  }
  const explained = (await alerts.read('controls', [])).flatMap((state) =>
    state.kind === 'observed' && isInAlarm(state) && !isOpen(state, at.slice(0, 10)) ? [state.observation] : [],
  );
  return ofTable
    .map((fault) => evidenceFaultObservation(fault, []))
    .every(({ topic, key }) => explained.some((each) => each.topic === topic && each.key === key));
}
