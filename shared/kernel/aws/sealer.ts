import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

import type { Sealer } from '../../channels/ports.ts';
import { invariant } from '../invariant.ts';
import { type LinkKey, linkKeysIn } from './link-signer.ts';

// Domain separation: links are signed with the same key.
const domain = 'curfew/channel-connection/1';
const cipher = 'aes-256-gcm';
const [ivBytes, tagBytes] = [12, 16];

/**
 * Texts under AES-256-GCM with a key made of that of the links (HKDF-SHA-256): `KEY.IV_TAG_TEXT`. The first key of the
 * secret seals, the others still open; an unknown one has it read again. Throws
 * LinkKeyError and what reading the secret throws.
 */
export function sealer(readSecret: () => Promise<string>): Sealer {
  let kept: readonly LinkKey[] | undefined;
  const readKeys = async () => (kept = linkKeysIn(await readSecret()));
  const keyOf = ({ key }: LinkKey) => Buffer.from(hkdfSync('sha256', key, '', domain, 32));

  return {
    async seal(text, about) {
      const [first] = await readKeys();
      invariant(first !== undefined, 'there is a key to seal with');
      const iv = randomBytes(ivBytes);
      const sealing = createCipheriv(cipher, keyOf(first), iv, { authTagLength: tagBytes }).setAAD(Buffer.from(about));
      const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
      return `${first.id}.${Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString('base64url')}`;
    },
    async open(sealed, about) {
      const [id, body = ''] = sealed.split('.');
      const among = (keys: readonly LinkKey[]) => keys.find((each) => each.id === id);
      const key = among(kept ?? []) ?? among(await readKeys());
      const bytes = Buffer.from(body, 'base64url');
      if (key === undefined || bytes.length < ivBytes + tagBytes) {
        return undefined;
      }
      const [iv, tag] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes, ivBytes + tagBytes)];
      try {
        const opening = createDecipheriv(cipher, keyOf(key), iv, { authTagLength: tagBytes });
        opening.setAAD(Buffer.from(about)).setAuthTag(tag);
        return opening.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + opening.final('utf8');
      } catch {
        // It was changed, or is about something else.
        return undefined;
      }
    },
  };
}
