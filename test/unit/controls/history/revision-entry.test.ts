import { expect, test } from 'vitest';

import { revisionText } from '../../../../shared/controls/history/revision-entry.ts';
import { aRevision } from '../../../support/controls-samples.ts';

test('the same revision gives the same text, whatever the order of keys and the spelling of its instant', () => {
  const one = aRevision(1, { settings: { a: 1, b: [2] }, updatedAt: '2026-03-01T09:01:00+01:00' });
  const other = aRevision(1, { settings: { b: [2], a: 1 }, updatedAt: '2026-03-01T08:01:00.000Z' });

  expect(revisionText(one)).toBe(revisionText(other));
});

test.for([
  { title: 'number', over: aRevision(2, { updatedAt: aRevision(1).updatedAt, settings: { level: 1 } }) },
  { title: 'setting', over: aRevision(1, { settings: { level: 2 } }) },
  { title: 'actor', over: aRevision(1, { actor: { id: 'u-ann' } }) },
  { title: 'instant', over: aRevision(1, { updatedAt: '2026-03-01T08:01:00.001Z' }) },
])('another $title gives another text', ({ over }) => {
  const text = revisionText(aRevision(1));

  expect(revisionText(over)).not.toBe(text);
});
