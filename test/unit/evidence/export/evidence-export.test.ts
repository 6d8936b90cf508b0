import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { evidenceExport } from '../../../../shared/evidence/export/evidence-export.ts';
import { aChain } from '../../../support/evidence-chains.ts';
import { aRecord, aRecordedChange, aStep } from '../../../support/evidence-records.ts';

let dir = '';

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'curfew-export-'));
});

afterEach(() => {
  rmSync(dir, { recursive: true });
});

const links = aChain(
  {},
  { kind: 'run', body: { found: 0 } },
  { kind: 'exception', body: { reason: 'Zürich — 1\\n2 "x"  y' } },
);

test('the manifest holds with sha256sum, and not once a file was changed', () => {
  write();
  const check = () => spawnSync('sh', ['-c', 'sha256sum -c SHA256SUMS'], { cwd: dir, encoding: 'utf8' });

  const before = check();
  appendFileSync(join(dir, 'changes.csv'), ' ');
  const after = check();

  expect(before.stdout.trim().split('\n')).toEqual(
    ['report.html', 'changes.csv', 'changes.json', 'revisions.txt', 'chain.txt'].map((name) => `${name}: OK`),
  );
  expect([before.status, after.status]).toEqual([0, 1]);
  expect(after.stdout).toContain('changes.csv: FAILED');
});

test('the manifest names the head of the chain', () => {
  const { files } = evidenceExport(aRecord());

  expect(files.at(-1)).toMatchObject({
    name: 'SHA256SUMS',
    text: expect.stringMatching(new RegExp(`^# .*link 9, hash ${'cd'.repeat(32)}$`, 'mu')),
  });
});

test('the manifest of a broken chain says where it is broken', () => {
  const { files } = evidenceExport(aRecord({ verdict: { kind: 'broken', links: 3, seq: 4, reason: 'hash-differs' } }));

  expect(files.at(-1)?.text).toMatch(/^# .*broken at link 4 \(hash-differs\)$/mu);
});

test('the same record gives the same files', () => {
  expect(evidenceExport(aRecord({ links }))).toEqual(evidenceExport(aRecord({ links })));
});

test('JSON distinguishes unset from null, and every decision with its link', () => {
  const changes = [aRecordedChange({ before: null }), aRecordedChange({ path: 'x' })];
  const record = aRecord({ links, steps: [aStep({ changes })] });

  const json = evidenceExport(record).files.find(({ name }) => name === 'changes.json');

  expect(JSON.parse(json?.text ?? '')).toMatchObject({
    format: 'curfew-evidence-export/3',
    changes: [
      { path: 'sandbox.enabled', before: 'null', after: null },
      { path: 'x', before: 'true' },
    ],
    loosenings: [0, 1],
    decisions: [{ link: 3, kind: 'exception' }],
  });
});

function write(): void {
  for (const { name, text } of evidenceExport(aRecord({ links })).files) {
    writeFileSync(join(dir, name), text);
  }
}

test('the same change gives the same files, whatever order its fields are stored in', () => {
  const change = aRecordedChange();
  const turned = Object.fromEntries(Object.entries(change).toReversed()) as typeof change;
  const filesOf = (changes: readonly (typeof change)[]) =>
    evidenceExport(aRecord({ steps: [aStep({ changes })] })).files;

  expect(filesOf([turned])).toEqual(filesOf([change]));
});
