import { type Anchoring, AnchoringError } from '../../../controls/ports.ts';
import { isOpen } from '../../../notifications/conditions/acknowledge.ts';
import { isInAlarm } from '../../../notifications/conditions/condition-state.ts';
import type { AlertStore } from '../../../notifications/ports.ts';
import { type AnchorKey, checkAnchor, type CheckedAnchor, type StoredAnchor } from '../../anchors/check-anchor.ts';
import { type EvidenceFault, evidenceFaultObservation, isOfTable } from '../../anchors/observe-anchors.ts';
import type { KeptAnchors } from '../verify-controls.ts';

export interface GivenAnchors {
  /** Replace the installation's key. */
  readonly keys: readonly AnchorKey[];
  /** Replace the signed heads that the installation stores. */
  readonly stored?: readonly StoredAnchor[];
}

/** Ten signed heads a day for over twenty years. */
const anchorsMax = 100_000;

/** Reads and checks all signed heads. Never throws AnchoringError: what cannot be read is reported. */
export async function readAnchors(
  { organization, signer, anchors }: Anchoring,
  given: GivenAnchors,
): Promise<KeptAnchors & { readonly key?: AnchorKey }> {
  const checked: CheckedAnchor[] = [];
  try {
    const keys = given.keys.length > 0 ? given.keys : [(await signer.identity()).key];
    const [key] = keys;
    for await (const stored of given.stored ?? anchors.list()) {
      if (checked.length === anchorsMax) {
        throw new AnchoringError(`there are more than ${anchorsMax} signed heads`);
      }
      checked.push(checkAnchor(stored, { organization, keys }));
    }
    return { checked, isWhole: given.stored === undefined, key };
  } catch (error) {
    if (error instanceof AnchoringError) {
      return { checked, problem: error.message };
    }
    throw error;
  }
}

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
