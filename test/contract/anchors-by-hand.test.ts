import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { anchorText, type Anchor } from '../../shared/evidence/anchors/anchor.ts';
import { anchorKey } from '../../shared/evidence/aws/anchor-key.ts';
import { writeAnchor } from '../../shared/evidence/contract.ts';
import { useScratchFolder } from '../support/scratch-folder.ts';

const guide = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'evidence.md'), 'utf8');
const [, script = ''] = /```js check-anchors\.mjs\n([^]*?)```/u.exec(guide) ?? [];
const scratch = useScratchFolder();

const kinds: readonly [string, { readonly publicKey: KeyObject; readonly privateKey: KeyObject }, string | null][] = [
  ['Ed25519', generateKeyPairSync('ed25519'), null],
  ['P-256', generateKeyPairSync('ec', { namedCurve: 'P-256' }), 'sha256'],
];

test.each(kinds)('the script of the guide checks signed heads without Curfew: a key %s', (_name, keys, digest) => {
  const key = anchorKey(keys.publicKey.export({ type: 'spki', format: 'pem' }).toString());
  const anchors = [5, 9].map((seq): Anchor => {
    const text = anchorText({ organization: 'acme – ä', seq, hash: 'b'.repeat(64), at: '2026-03-15T02:30:00.000Z' });
    return {
      text,
      signature: sign(digest, Buffer.from(text), keys.privateKey).toString('base64'),
      key: key.fingerprint,
    };
  });
  const lines = anchors.map((anchor) => `${writeAnchor(anchor)}\n`);

  const whole = checked(key.pem, lines);
  const altered = checked(key.pem, [lines[0] ?? '', (lines[1] ?? '').replace('bbb', 'abb')]);

  expect(whole).toEqual({
    status: 0,
    stdout: `key ${key.fingerprint}\n--head 9:${'b'.repeat(64)}, signed at 2026-03-15T02:30:00.000Z\n`,
  });
  expect(altered.status).toBe(1);
  expect(altered.stdout).toContain('line 2 does not hold');
});

function checked(pem: string, lines: readonly string[]) {
  const [program, publicKey, anchors] = [
    scratch.fileOf('check-anchors.mjs', script),
    scratch.fileOf('evidence.pub', pem),
    scratch.fileOf('anchors.jsonl', lines.join('')),
  ];
  const { status, stdout } = spawnSync(process.execPath, [program, publicKey, anchors], { encoding: 'utf8' });
  return { status, stdout };
}
