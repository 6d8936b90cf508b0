import type { AnchorKey } from '../../evidence/anchors/check-anchor.ts';
import { anchorKey, PublicKeyError } from '../../evidence/aws/anchor-key.ts';
import type { ChainHead } from '../../evidence/chain.ts';
import { readAnchorLines } from '../../evidence/contract.ts';
import type { GivenAnchors } from '../../evidence/use-cases/anchors/read-anchors.ts';
import { Problem } from '../../kernel/api/problem.ts';
import { quotedValue } from '../../kernel/records/contract/fields/quoted-value.ts';
import type { NumberRange } from '../history/number-range.ts';

/** Keys and signed heads that a caller gives, in place of those that the installation keeps. */
export function givenAnchors(publicKeys: readonly string[], anchors: readonly string[]): GivenAnchors {
  return {
    keys: publicKeys.map(keyIn),
    ...(anchors.length === 0 ? {} : { stored: anchors.flatMap((text) => readAnchorLines(text)) }),
  };
}

/** A link as a mail shows it: number and hash. Raises Problem. */
export function headIn(text: string): ChainHead {
  const [, seq = '', hash = ''] = /^(\d{1,12}):([0-9a-f]{64})$/u.exec(text.trim().toLowerCase()) ?? [];
  if (seq === '') {
    throw new Problem(
      'invalid-input',
      `--head ${quotedValue(text)} is no link; give number and hash as a mail shows them, 912:06d4…`,
    );
  }
  return { seq: Number(seq), hash };
}

function keyIn(text: string): AnchorKey {
  try {
    return anchorKey(text);
  } catch (error) {
    throw error instanceof PublicKeyError
      ? new Problem(
          'invalid-input',
          `A public key cannot be used: ${error.message}; give the PEM of the key that signs the evidence`,
        )
      : error;
  }
}

/** How many revisions one call acknowledges. */
const rangeMax = 200;

/** `42` or `42-48`; undefined for a text that is neither. Raises Problem for a range that runs backwards or far. */
export function revisionRangeIn(text: string): NumberRange | undefined {
  const [, first = '', last = first] = /^(\d{1,15})(?:-(\d{1,15}))?$/u.exec(text) ?? [];
  if (first === '') {
    return undefined;
  }
  const range = { from: Number(first), through: Number(last) };
  if (range.through < range.from || range.through - range.from >= rangeMax) {
    throw new Problem(
      'invalid-input',
      `${quotedValue(text)} is not 1 to ${rangeMax} revisions; give them as 42 or 42-48`,
    );
  }
  return range;
}
