import { AnchoringError, type Anchoring } from '../../../controls/ports.ts';
import { checkAnchor, type AnchorKey, type CheckedAnchor, type StoredAnchor } from '../../anchors/check-anchor.ts';
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
