import type { Anchor } from '../../../domain/controls/evidence/anchors/anchor.ts';
import type { AnchorKey, StoredAnchor } from '../../../domain/controls/evidence/anchors/check-anchor.ts';
import type { PortNeeds } from '../../runs/leased-ports.ts';

/** Heads cannot be signed, or signed heads not be kept or read. The message names what failed, and no value. */
export class AnchoringError extends Error {
  override readonly name = 'AnchoringError';
}

/** Who signs. */
interface SignerIdentity {
  /** Whose chain it is, as every signed text names it. */
  readonly organization: string;
  /** The public half of the key. */
  readonly key: AnchorKey;
}

/** Signs heads of the chain with a key that nobody can take out of its place. Raises AnchoringError. */
export interface HeadSigner {
  identity(): Promise<SignerIdentity>;
  /** Base64. */
  sign(text: string): Promise<string>;
}

/**
 * Keeps signed heads outside of the tables. Nothing is removed or replaced: what stands in the place of an anchor is
 * given beside it. Raises AnchoringError.
 */
export interface AnchorStore {
  /** Adds an anchor; one that is there already is there once. */
  put(anchor: Anchor): Promise<void>;
  /** Those signed last, the newest first. */
  newest(countMax: number): Promise<readonly StoredAnchor[]>;
  /** All of them, in any order. */
  list(): AsyncIterable<StoredAnchor>;
}

export const anchorStoreNeeds: PortNeeds<AnchorStore> = { put: 'write', newest: 'free', list: 'free' };

/** How an installation anchors its evidence. */
export interface Anchoring {
  /** Whose chain it is, as every signed text names it. */
  readonly organization: string;
  readonly signer: HeadSigner;
  readonly anchors: AnchorStore;
}
