import { beforeEach, describe, expect, test } from 'vitest';

import type { HeadSigner } from '../../shared/controls/ports.ts';

export function describeHeadSigner(name: string, makeSigner: () => Promise<HeadSigner>): void {
  describe(`the signer of heads ${name}`, () => {
    let signer: HeadSigner;
    beforeEach(async () => {
      signer = await makeSigner();
    });

    test('signs what its public key verifies, and nothing else', async () => {
      const { key } = await signer.identity();

      const signature = await signer.sign('a text – with more than ASCII');

      expect(key.verifies('a text – with more than ASCII', signature)).toBe(true);
      expect(key.verifies('another text', signature)).toBe(false);
      expect(key.verifies('a text – with more than ASCII', `${signature.slice(0, -6)}AAAAAA`)).toBe(false);
      expect(key.verifies('a text – with more than ASCII', 'no signature')).toBe(false);
    });

    test('names its organization, and its key by the same fingerprint each time', async () => {
      const once = await signer.identity();
      const again = await signer.identity();

      expect(once.organization).toBe('acme');
      expect(once.key.fingerprint).toMatch(/^[0-9a-f]{64}$/u);
      expect(again.key.fingerprint).toBe(once.key.fingerprint);
    });
  });
}
