import { statementIn } from './anchor.ts';
import type { HeadFacts } from '../describe-chain.ts';

/** Heads are signed at least daily; then a run may be late. */
const lateAfterMs = 26 * 60 * 60_000;

/**
 * When the newest signed head was signed, where that is too long before the newest link; undefined when it is not, and
 * for a link that names none.
 */
export function lateAnchor({ at, anchor }: Pick<HeadFacts, 'at' | 'anchor'>): string | undefined {
  const signedAt = anchor === undefined ? undefined : statementIn(anchor.text)?.at;
  return signedAt !== undefined && isAnchorLate(signedAt, Date.parse(at)) ? signedAt : undefined;
}

/** Whether the newest signed head, ISO instant, is too old at a moment in Unix milliseconds. */
export function isAnchorLate(signedAt: string, nowMs: number): boolean {
  return nowMs - Date.parse(signedAt) > lateAfterMs;
}
