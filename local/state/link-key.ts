import { randomBytes } from 'node:crypto';

import { linkSigner } from '../../shared/kernel/aws/link-signer.ts';
import type { LinkSigner } from '../../shared/requests/use-cases/ports.ts';
import { privateKeyFile } from './private-key-file.ts';

const keyBytes = 32;

/**
 * Signs the links of one machine. The key is made at once, before any mail has a link: one that is missing later was lost.
 * With another one in its place the links in earlier mails work no more, and with another line before it they do. Raises
 * CannotStartError when its file is not private.
 */
export function localLinks(file: string): LinkSigner {
  const make = (): string => `${randomBytes(keyBytes).toString('base64url')}\n`;
  const key = privateKeyFile(file, { make, purpose: 'signs links in mails' });
  return linkSigner(async () => Promise.resolve(key));
}
