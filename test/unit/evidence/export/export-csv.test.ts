import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { EvidencedStep } from '../../../../shared/evidence/evidenced-step.ts';
import { exportCsv } from '../../../../shared/evidence/export/evidence-export.ts';
import { reportRows } from '../../../../shared/evidence/export/report-rows.ts';
import { showHidden } from '../../../../shared/kernel/texts/hidden-letters.ts';
import { aRecord, aRecordedChange, aStep } from '../../../support/evidence-records.ts';

test('each change is a line that an auditor can filter', () => {
  const [row] = rowsOf(csvOf(aStep()));

  expect(row).toMatchObject({
    changed_at: '2026-03-14T10:00:00Z',
    noticed_at: '2026-03-14T10:05:00Z',
    revision: '2',
    previous_revision: '1',
    actor_email: 'ada@example.com',
    severity: 'critical',
    direction: 'loosened',
    path: 'sandbox.enabled',
    before: 'true',
    after: '',
    controls: 'CC6.6; A.8.9',
    status: 'open',
    evidence_link: '7',
    evidence_hash: 'ab'.repeat(32),
  });
});

test.each(['=cmd()', '+1', '-1', '@SUM(A1)', '\tx', ' =1', '\n=1', '＝1', '＋1', '－1', '＠SUM(A1)'])(
  'a cell that begins with %j is no formula',
  (name) => {
    const csv = csvOf(aStep({ actor: { name } }));

    expect(rowsOf(csv)[0]?.['actor_name']).toBe(`'${name}`);
  },
);

test('no letter of a cell steers a terminal or hides others: it stands as its number', () => {
  const csv = csvOf(aStep({ actor: { name: '\u001B[2Jann\u202Exe\r=1' } }));

  expect(rowsOf(csv)[0]?.['actor_name']).toBe('⟨U+001B⟩[2Jann⟨U+202E⟩xe⟨U+000D⟩=1');
});

test('no text breaks out of its cell or begins a formula', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const change = aRecordedChange({ sentence: text, path: text, added: [text] });

      const [row] = rowsOf(csvOf(aStep({ changes: [change] })));

      expect([showHidden(text), `'${showHidden(text)}`]).toContain(row?.['sentence']);
      expect(row?.['path']).not.toMatch(/^[=+\-@\t\r]/);
      expect(row?.['rule']).toBe('sandbox.enabled/1');
    }),
  );
});

function csvOf(step: EvidencedStep): string {
  return exportCsv(reportRows(aRecord({ steps: [step] })).changes);
}

function rowsOf(csv: string): readonly Record<string, string>[] {
  return parse(csv, { columns: true });
}
