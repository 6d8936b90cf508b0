import { expect, test } from 'vitest';

import { LinkKeyError, linkSigner } from '../../../../shared/kernel/aws/link-signer.ts';
import type { LinkClaim } from '../../../../shared/requests/link-claim.ts';

const [old, fresh] = ['a'.repeat(43), 'b'.repeat(43)];
const claim: LinkClaim = {
  purpose: 'ask',
  person: 'ann@acme.example',
  subject: 'stop/u-ann',
  expiresAt: 2_000,
  nonce: '2026-03-x',
};
const signed = linkSigner(async () => old);

test('a link says what was signed', async () => {
  expect(await signed.read(await signed.sign(claim))).toEqual(claim);
});

test('every letter of a link counts: with another one in its place it is no link, nor is a part of it', async () => {
  const token = await signed.sign(claim);

  for (let at = 0; at < token.length; at += 1) {
    for (const letter of ['A', 'B', '.', '-']) {
      const altered = token.slice(0, at) + letter + token.slice(at + 1);
      expect(altered === token ? claim : undefined).toEqual(await signed.read(altered));
    }
    expect(await signed.read(token.slice(0, at))).toBeUndefined();
  }
  expect(await signed.read(`${token}.x`)).toBeUndefined();
});

test('what was signed for one person cannot be put under the signature of another', async () => {
  const [id, , mac] = (await signed.sign(claim)).split('.');
  const body = Buffer.from(JSON.stringify(['ask', 'bob@acme.example', 'stop/u-ann', 2_000, '2026-03-x'])).toString(
    'base64url',
  );

  expect(await signed.read(`${id}.${body}.${mac}`)).toBeUndefined();
});

test('after a new key comes first, links of the old one work until it is taken away', async () => {
  const token = await signed.sign(claim);

  expect(await linkSigner(async () => `${fresh}\n${old}\n`).read(token)).toEqual(claim);
  expect(await linkSigner(async () => fresh).read(token)).toBeUndefined();
  expect((await linkSigner(async () => `${fresh}\n${old}`).sign(claim)).split('.')[0]).not.toBe(token.split('.')[0]);
});

test('a secret without a key, with a short one or with many is refused', async () => {
  for (const secret of ['', 'short', `${old}\nshort`, Array.from({ length: 6 }, () => old).join('\n')]) {
    await expect(linkSigner(async () => secret).sign(claim)).rejects.toThrow(LinkKeyError);
  }
});
