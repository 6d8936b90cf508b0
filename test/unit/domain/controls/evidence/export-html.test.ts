import fc from 'fast-check';
import { expect, test } from 'vitest';

import { exportHtml } from '../../../../../shared/domain/controls/evidence/export-html.ts';
import { aControlChange, aRecord, aStep } from '../../../../support/evidence-records.ts';

test('a change is told with who, when, what, why, its controls and its evidence', () => {
  const page = exportHtml(aRecord());

  for (const text of [
    'Ada, ada@example.com, id u1',
    '2026-03-14 10:00:00 UTC',
    '2026-03-14 10:05:00 UTC',
    '▲ loosened',
    'critical',
    'Agents’ commands now run without isolation.',
    'not set',
    'CC6.6, A.8.9',
    'ab'.repeat(32),
    'The evidence chain is whole',
  ]) {
    expect(page).toContain(text);
  }
});

test('a period without changes says so', () => {
  const page = exportHtml(aRecord({ steps: [] }));

  expect(page).toContain('No change of these controls was made in this period.');
});

test('a broken chain is called broken', () => {
  const page = exportHtml(aRecord({ verdict: { kind: 'broken', links: 3, seq: 4, reason: 'number-missing' } }));

  expect(page).toContain('The evidence chain is broken at link 4');
});

test('the page needs nothing from elsewhere', () => {
  const page = exportHtml(aRecord());

  expect(page).toContain("default-src 'none'");
  expect(page).not.toMatch(/<(?:script|link|img|iframe)|src=|https?:/);
});

test('no text of the settings becomes markup', () => {
  const hostile = fc.stringMatching(/^[<>&"'`=/ a-z]{1,12}$/).map((text) => `<script>${text}</script>"><img src=x>`);

  fc.assert(
    fc.property(hostile, (text) => {
      const change = aControlChange({
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

      const page = exportHtml(aRecord({ steps: [{ ...step, place: undefined }], controlIds: [text] }));

      expect(page).not.toMatch(/<(?:script|img)/);
    }),
  );
});

test('characters that hide or reorder others are shown by their number', () => {
  const step = aStep({ actor: { name: 'Ada\u202E\u200B' } });

  const page = exportHtml(aRecord({ steps: [{ ...step, place: undefined }] }));

  expect(page).toContain('Ada⟨U+202E⟩⟨U+200B⟩');
});

test('a long value is cut, and the page says where it stands whole', () => {
  const change = aControlChange({ before: 'x'.repeat(5_000) });

  const page = exportHtml(aRecord({ steps: [{ ...aStep({ changes: [change] }), place: undefined }] }));

  expect(page).toContain('(4,002 more characters in changes.json)');
});

test.each([
  [{ $secret: 'literal', fingerprint: '0123456789ab' }, '[secret:0123456789ab]'],
  [{ $secret: 'reference', fingerprint: '0123456789ab' }, '[reference to a secret:0123456789ab]'],
  [{ $secret: 'empty' }, '[empty secret]'],
])('what stands for a secret reads as such: %j', (mark, text) => {
  const change = aControlChange({ after: mark });

  const page = exportHtml(aRecord({ steps: [{ ...aStep({ changes: [change] }), place: undefined }] }));

  expect(page).toContain(text);
});
