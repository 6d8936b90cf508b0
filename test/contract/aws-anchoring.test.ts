import { verify } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { AnchoringError } from '../../shared/controls/ports.ts';
import { awsAnchoring } from '../../shared/evidence/aws/aws-anchoring.ts';
import { writeAnchor } from '../../shared/evidence/contract.ts';
import { anAnchor, anchoredAt } from '../support/anchors.ts';
import { startFakeEvidenceAccount, type FakeEvidenceAccount } from '../support/fake-evidence-account.ts';
import { describeAnchorStore } from './anchor-store-contract.ts';
import { describeHeadSigner } from './head-signer-contract.ts';

let account: FakeEvidenceAccount;
beforeAll(async () => {
  account = await startFakeEvidenceAccount();
});
afterAll(async () => {
  await account.close();
});
beforeEach(() => {
  account.versions.length = 0;
  account.refusal = undefined;
});

function anchoring() {
  const place = {
    endpoint: account.url,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  };
  return awsAnchoring(
    { organization: 'acme', keyId: 'key', bucket: 'evidence', retentionDays: 400 },
    { kms: place, s3: place },
  );
}

describeAnchorStore('in a bucket', async () => anchoring().anchors);
describeHeadSigner('with a key of KMS', async () => anchoring().signer);

test('a signature of KMS is one that any tool verifies with the public key', async () => {
  const signature = await anchoring().signer.sign('text');

  expect(verify('sha256', Buffer.from('text'), account.publicKey, Buffer.from(signature, 'base64'))).toBe(true);
});

test('what is put is locked in compliance mode until its time, under the name of its organization', async () => {
  await anchoring().anchors.put(await anAnchor());

  const until = new Date(Date.parse(anchoredAt) + 400 * 86_400_000).toISOString();
  expect(account.versions).toMatchObject([
    { key: expect.stringMatching(/^acme\/\d{13}-1\.json$/u), lock: { mode: 'COMPLIANCE' } },
  ]);
  expect(new Date(String(account.versions[0]?.lock.until)).toISOString()).toBe(until);
});

test('an overwritten object hides nothing: both versions are read', async () => {
  const { anchors } = anchoring();
  const anchor = await anAnchor();
  await anchors.put(anchor);
  const [kept] = account.versions;
  account.versions.push({ key: kept?.key ?? '', versionId: 'planted', body: 'garbage', lock: kept?.lock as never });

  const all = await anchors.newest(5);

  expect(all.map((each) => each.anchor)).toEqual([undefined, anchor]);
});

test('a bucket of several pages is read to its end, and no signed head of another organization', async () => {
  const { anchors } = anchoring();
  const lock = { mode: 'COMPLIANCE', until: '' };
  const body = writeAnchor(await anAnchor());
  for (let count = 0; count < 25; count += 1) {
    account.versions.push({
      key: `acme/${String(count).padStart(13, '0')}-1.json`,
      versionId: `v${count}`,
      body,
      lock,
    });
  }
  account.versions.push({ key: 'acme-2/0000000000000-1.json', versionId: 'other', body, lock });

  expect(await Array.fromAsync(anchors.list())).toHaveLength(25);
});

test.each([403, 404])('an answer %i is an error that names what failed and no value', async (status) => {
  account.refusal = status;
  const { signer, anchors } = anchoring();

  const failures = await Promise.allSettled([
    signer.identity(),
    signer.sign('text'),
    anchors.newest(1),
    anchors.put(await anAnchor()),
  ]);

  for (const failure of failures) {
    expect(failure).toMatchObject({ status: 'rejected', reason: expect.any(AnchoringError) });
    expect(JSON.stringify(failure)).not.toContain('evidence.');
  }
});
