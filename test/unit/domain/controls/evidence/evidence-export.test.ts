import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { evidenceExport } from '../../../../../shared/domain/controls/evidence/evidence-export.ts';
import { chainCheck, manifestCheck, orderCheck } from '../../../../../shared/domain/controls/evidence/export-html.ts';
import { aChain } from '../../../../support/evidence-chains.ts';
import { aControlChange, aRecord, aStep } from '../../../../support/evidence-records.ts';

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

test('the manifest that is told to the auditor holds with sha256sum', () => {
  write();

  const said = execFileSync('sh', ['-c', manifestCheck], { cwd: dir, encoding: 'utf8' });

  expect(said.trim().split('\n')).toEqual(['report.html: OK', 'changes.csv: OK', 'changes.json: OK', 'chain.txt: OK']);
});

test('a file that was changed later does not hold', () => {
  write();
  appendFileSync(join(dir, 'changes.csv'), ' ');

  const { status, stdout } = spawnSync('sh', ['-c', manifestCheck], { cwd: dir, encoding: 'utf8' });

  expect(status).toBe(1);
  expect(stdout).toContain('changes.csv: FAILED');
});

test('the script that is told to the auditor proves each link without Curfew', () => {
  write();

  const said = execFileSync('bash', ['-c', chainCheck], { cwd: dir, encoding: 'utf8' });

  expect(said).toBe('');
});

test('the script prints the link whose text was changed', () => {
  write();
  const file = join(dir, 'chain.txt');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"found":0', '"found":1'));

  const said = execFileSync('bash', ['-c', chainCheck], { cwd: dir, encoding: 'utf8' });

  expect(said).toContain('"found":1');
  expect(said.trim().split('\n')).toHaveLength(1);
});

test('a link that was taken out shows where the order of the chain is looked at', () => {
  write();
  const before = execFileSync('bash', ['-c', orderCheck], { cwd: dir, encoding: 'utf8' });
  const file = join(dir, 'chain.txt');
  const [first = '', , third = ''] = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, `${first}\n${third}\n`);

  const after = execFileSync('bash', ['-c', orderCheck], { cwd: dir, encoding: 'utf8' });

  expect([before, after]).toEqual(['', '2\n']);
});

test('the documentation tells the checks that the report tells', () => {
  const guide = readFileSync(new URL('../../../../../docs/evidence.md', import.meta.url), 'utf8');

  const told = guide.replaceAll(/^ {3}/gmu, '');

  expect([manifestCheck, chainCheck, orderCheck].filter((check) => !told.includes(check))).toEqual([]);
});

test('the manifest names the head of the chain', () => {
  const files = evidenceExport(aRecord());

  expect(files.at(-1)).toMatchObject({
    name: 'SHA256SUMS',
    text: expect.stringContaining(`# evidence chain: head is link 9, hash ${'cd'.repeat(32)}\n`),
  });
});

test('the manifest of a broken chain says where it is broken', () => {
  const files = evidenceExport(aRecord({ verdict: { kind: 'broken', links: 3, seq: 4, reason: 'hash-differs' } }));

  expect(files.at(-1)?.text).toContain('# evidence chain: broken at link 4 (hash-differs)\n');
});

test('the same record gives the same files', () => {
  expect(evidenceExport(aRecord({ links }))).toEqual(evidenceExport(aRecord({ links })));
});

test('JSON tells unset from null, and every event but the runs', () => {
  const changes = [aControlChange({ before: null }), aControlChange({ path: 'x' })];
  const record = aRecord({ links, steps: [{ ...aStep({ changes }), place: undefined }] });

  const json = evidenceExport(record).find(({ name }) => name === 'changes.json');

  expect(JSON.parse(json?.text ?? '')).toMatchObject({
    format: 'curfew-evidence-export/1',
    changes: [
      { path: 'sandbox.enabled', before: null, wasSet: true, isSet: false, evidence: { link: null } },
      { path: 'x', before: true, wasSet: true },
    ],
    events: [{ seq: 3, kind: 'exception' }],
    runs: 1,
  });
});

function write(): void {
  for (const { name, text } of evidenceExport(aRecord({ links }))) {
    writeFileSync(join(dir, name), text);
  }
}
