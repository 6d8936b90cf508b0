import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { EvidenceRecord } from '../../../../shared/evidence/evidence-record.ts';
import { exportHtml } from '../../../../shared/evidence/export/export-html.ts';
import { reportRows } from '../../../../shared/evidence/export/report-rows.ts';
import { aRecord, aRecordedChange, aStep } from '../../../support/evidence-records.ts';
import { noFilter } from '../../../support/no-filter.ts';

test('a change is reported with who, when, what, why, its controls and its evidence', () => {
  const page = pageOf(aRecord());

  for (const text of [
    'ada@example.com',
    '2026-03-14T10:00:00Z',
    '2026-03-14T10:05:00Z',
    'loosened',
    'critical',
    'Agents’ commands now run without isolation.',
    '5 minutes',
    'CC6.6\nA.8.9',
    'ab'.repeat(32),
    'The evidence chain is whole',
  ]) {
    expect(page).toContain(text);
  }
});

test('a period without changes says so', () => {
  const page = pageOf(aRecord({ steps: [] }));

  expect(page).toContain('No revision');
  expect(page).toContain('<span class="none">none</span>');
});

test('a broken chain is called broken', () => {
  const page = pageOf(aRecord({ verdict: { kind: 'broken', links: 3, seq: 4, reason: 'number-missing' } }));

  expect(page).toContain('broken at link 4');
});

test('the page needs nothing from elsewhere', () => {
  const page = pageOf(aRecord());

  expect(page).toContain("default-src 'none'");
  expect(page).not.toMatch(/<(?:script|link|img|iframe)|src=|https?:/);
});

test('no text of the settings becomes markup', () => {
  const hostile = fc.stringMatching(/^[<>&"'`=/ a-z]{1,12}$/).map((text) => `<script>${text}</script>"><img src=x>`);

  fc.assert(
    fc.property(hostile, (text) => {
      const change = aRecordedChange({
        sentence: text,
        path: text,
        before: text,
        after: { [text]: text },
        notes: [text],
      });
      const step = aStep({
        actor: { name: text, email: text, id: text },
        updatedAt: text,
        digest: text,
        changes: [change],
      });

      const page = pageOf(aRecord({ steps: [step], filter: { ...noFilter, actor: [text] } }));

      expect(page).not.toMatch(/<(?:script|img)/);
    }),
  );
});

test('characters that hide or reorder others are shown by their number', () => {
  const step = aStep({ actor: { name: 'Ada\u202E\u200B' } });

  const page = pageOf(aRecord({ steps: [step] }));

  expect(page).toContain('Ada⟨U+202E⟩⟨U+200B⟩');
});

test('a long value is cut', () => {
  const change = aRecordedChange({ before: 'x'.repeat(5_000) });

  const page = pageOf(aRecord({ steps: [aStep({ changes: [change] })] }));

  expect(page).toContain(`${'x'.repeat(1_900)}`);
  expect(page).not.toContain('x'.repeat(2_001));
});

test.each([
  [{ $secret: 'literal', fingerprint: '0123456789ab' }, '[secret:0123456789ab]'],
  [{ $secret: 'reference', fingerprint: '0123456789ab' }, '[reference to a secret:0123456789ab]'],
  [{ $secret: 'empty' }, '[empty secret]'],
])('what stands for a secret reads as such: %j', (mark, text) => {
  const change = aRecordedChange({ after: mark });

  const page = pageOf(aRecord({ steps: [aStep({ changes: [change] })] }));

  expect(page).toContain(text);
});

function pageOf(record: EvidenceRecord): string {
  return exportHtml(reportRows(record));
}
