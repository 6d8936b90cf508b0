import { expect, test } from 'vitest';

import type { HeadReading } from '../../../../shared/evidence/verify-chain.ts';
import { renderHtml } from '../../../../shared/mail/render/render-html.ts';
import { renderText } from '../../../../shared/mail/render/render-text.ts';
import { describeRun, type RunFacts } from '../../../../shared/mail/run/describe-run.ts';
import { aSummary } from './a-summary.ts';

const hash = '0123456789abcdef'.repeat(4);
// The longest number that the chain's table can hold.
const head = { seq: 999_999_999_999, at: '2026-03-15T02:05:00.000Z', hash };

function summaryWith(evidence: HeadReading) {
  const facts: RunFacts = {
    ...aSummary,
    evidence,
  };
  return describeRun(facts);
}

test.for([
  { form: 'text', render: renderText },
  { form: 'HTML', render: renderHtml },
])('the $form of a summary has number, instant and hash of the head whole, and how to check it later', ({ render }) => {
  const mail = render(summaryWith({ kind: 'read', head }));

  expect(mail).toMatch(new RegExp(`link ${head.seq} .*${head.at}.* ${hash}`, 'su'));
  expect(mail).toContain(`curfew controls verify --head ${head.seq}:${hash}`);
});

test.for([
  { form: 'text', render: renderText },
  { form: 'HTML', render: renderHtml },
])('the $form of a summary says that the head could not be read, and why', ({ render }) => {
  const mail = render(summaryWith({ kind: 'unreadable', problem: 'AccessDeniedException' }));

  expect(mail).toMatch(/could not be read \(AccessDeniedException\)/u);
});

test('a summary without a readable head needs a look', () => {
  const content = summaryWith({ kind: 'unreadable', problem: 'AccessDeniedException' });

  expect(content.tone).toBe('warning');
});

test('a chain without links is reported as such, and is no problem', () => {
  const content = summaryWith({ kind: 'read', head: undefined });

  expect(content.foot).toContainEqual(expect.stringContaining('nothing is recorded'));
  expect(content.tone).toBe('good');
});
