import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

import { formatClaim, linkCharsMax, readClaim } from '../../requests/link-claim.ts';
import type { LinkSigner } from '../../requests/ports.ts';
import { invariant } from '../invariant.ts';

// Domain separation: the same key used elsewhere never gives the same hash.
const domain = 'curfew/link/1\u0000';
const keyCharsMin = 32;
const keysMax = 5;

export class LinkKeyError extends Error {
  override readonly name = 'LinkKeyError';
}

export interface LinkKey {
  /** Identifies the signing key without revealing it. */
  readonly id: string;
  readonly key: string;
}

/**
 * Links signed with HMAC-SHA-256: `KEY.CLAIM.SIGNATURE`. The secret holds one key per line: the first signs, the others
 * still verify, so that keys can be rotated while links are in use. Throws LinkKeyError.
 */
export function linkSigner(readSecret: () => Promise<string>): LinkSigner {
  let kept: readonly LinkKey[] | undefined;
  const keys = async (): Promise<readonly LinkKey[]> => {
    kept ??= linkKeysIn(await readSecret());
    return kept;
  };

  return {
    async sign(claim) {
      const [first] = await keys();
      invariant(first !== undefined, 'there is a key to sign with');
      const text = formatClaim(claim);
      const token = [
        first.id,
        Buffer.from(text, 'utf8').toString('base64url'),
        macOf(first, text).toString('base64url'),
      ];
      invariant(readClaim(text) !== undefined && token.join('.').length <= linkCharsMax, 'a link can be read again');
      return token.join('.');
    },
    async read(token) {
      const [id, body, mac, ...more] = token.length > linkCharsMax ? [] : token.split('.');
      const key = (await keys()).find((each) => each.id === id);
      if (key === undefined || body === undefined || mac === undefined || more.length > 0) {
        return undefined;
      }
      const text = Buffer.from(body, 'base64url').toString('utf8');
      // Compares canonical bytes: another spelling of the same claim or signature is another link.
      const expected = [Buffer.from(text, 'utf8').toString('base64url'), macOf(key, text).toString('base64url')];
      return isSame(`${body}.${mac}`, expected.join('.')) ? readClaim(text) : undefined;
    },
  };
}

/** The keys of the secret, one a line. Throws LinkKeyError. */
export function linkKeysIn(secret: string): readonly LinkKey[] {
  const keys = secret
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (keys.length === 0 || keys.length > keysMax || keys.some((key) => key.length < keyCharsMin)) {
    throw new LinkKeyError(
      `the secret of the links must hold 1 to ${keysMax} keys of at least ${keyCharsMin} characters`,
    );
  }
  return keys.map((key) => ({
    id: createHash('sha256').update(`${domain}id`).update(key).digest('hex').slice(0, 8),
    key,
  }));
}

function macOf({ key }: LinkKey, text: string): Buffer {
  return createHmac('sha256', key).update(domain).update(text, 'utf8').digest();
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
