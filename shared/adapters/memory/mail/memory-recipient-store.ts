import { isDeepStrictEqual } from 'node:util';
import type { RecipientStore } from '../../../application/mail/ports.ts';
import { invariant } from '../../../domain/invariant.ts';
import type { Recipient } from '../../../domain/mail/recipient.ts';
import { sortedBy } from '../../../domain/texts/compare-text.ts';
import { storedCopy } from '../stored-copy.ts';

/** Recipients in memory, with the semantics of `dynamoRecipientStore`. */
export function memoryRecipientStore(): RecipientStore {
  const recipients = new Map<string, Recipient>();

  return {
    async find(address) {
      return storedCopy(recipients.get(address));
    },
    async list() {
      return storedCopy(sortedBy(recipients.values(), ({ address }) => address));
    },
    async replace(recipient) {
      invariant(recipient.address !== '', 'a recipient has an address');
      const stored = recipients.get(recipient.address);
      const next = storedCopy({ ...recipient, version: recipient.version + 1 });
      if ((stored?.version ?? 0) !== recipient.version) {
        // One that is stored already was written by an attempt of this very call.
        return isDeepStrictEqual(stored, next);
      }
      recipients.set(recipient.address, next);
      return true;
    },
  };
}
