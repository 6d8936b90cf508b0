import { randomBytes } from 'node:crypto';

import { linkSigner } from '../../shared/kernel/aws/link-signer.ts';
import type { LinkSigner } from '../../shared/requests/ports.ts';
import { privateKeyFile } from './private-key-file.ts';

const keyBytes = 32;

/**
 * Signs one machine's links. The key is made before the first link: a missing one was lost. Replacing it invalidates
 * earlier links; adding a line before it does not. Throws CannotStartError when its file is not private.
 */
export function localLinks(file: string): LinkSigner {
  const make = (): string => `${randomBytes(keyBytes).toString('base64url')}\n`;
  const key = privateKeyFile(file, { make, purpose: 'signs links in mails' });
  return linkSigner(async () => Promise.resolve(key));
}
