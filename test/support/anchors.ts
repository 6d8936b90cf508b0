import type { HeadSigner } from '../../shared/controls/ports.ts';
import { anchorText, type Anchor, type AnchorStatement } from '../../shared/evidence/anchors/anchor.ts';
import { memoryHeadSigner } from '../../shared/evidence/memory-store.ts';

export const anchoredAt = '2026-03-02T08:00:00.000Z';

/** A signed head; the first link of `acme` unless told otherwise. */
export async function anAnchor(
  statement: Partial<AnchorStatement> = {},
  signer: HeadSigner = memoryHeadSigner(),
): Promise<Anchor> {
  const { organization, key } = await signer.identity();
  const text = anchorText({ organization, seq: 1, hash: 'a'.repeat(64), at: anchoredAt, ...statement });
  return { text, signature: await signer.sign(text), key: key.fingerprint };
}
