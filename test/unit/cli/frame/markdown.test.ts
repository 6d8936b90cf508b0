import { expect, test } from 'vitest';

import { escapedMarkdown, markdownComment } from '../../../../cli/frame/markdown.ts';

const title = { marker: 'curfew plan budgets.csv', heading: 'Curfew' };

test.each([
  ['ask @acme/team', 'ask @&#8203;acme/team'],
  ['fixes #12, GH-3', 'fixes #&#8203;12, GH-&#8203;3'],
  ['https://evil.example www.evil.example', 'https:&#8203;//evil.example www&#8203;.evil.example'],
  ['[a](b) <b> & `c` **d** ~e~ $f$', String.raw`\[a\](b) &lt;b&gt; &amp; \`c\` \*\*d\*\* \~e\~ \$f\$`],
  [String.raw`a\|b`, String.raw`a\\\|b`],
  ['1. one\n- two', String.raw`1\. one - two`],
  ['- one', String.raw`\- one`],
  ['mail ann@acme.example, now', 'mail `ann@acme.example`, now'],
])('text of any origin reads as it stands in a comment: %s', (text, markdown) => {
  expect(escapedMarkdown(text)).toBe(markdown);
});

test('a comment begins with its marker, which nothing can end early', () => {
  expect(markdownComment(title, ['All well.'])).toBe('<!-- curfew plan budgets.csv -->\n### Curfew\n\nAll well.');
  expect(markdownComment({ ...title, marker: 'curfew plan a-->\n@b.csv' }, []).split('\n')[0]).toBe(
    '<!-- curfew plan a_-___b.csv -->',
  );
});

test('a comment is never longer than GitHub takes, and no table pushes out what stands below it', () => {
  const table = { columns: [{ title: 'A' }, { title: 'B' }], rows: Array(5_000).fill(['@'.repeat(400), 'b']) };

  const comment = markdownComment(title, [table, 'Who is stopped.']);
  const many = markdownComment(title, Array(9).fill(table));

  expect(comment.length).toBeLessThan(25_000);
  expect(comment).toMatch(/\nand 4,99\d more, which do not fit .+\n\nWho is stopped\.$/u);
  expect(many.length).toBeLessThanOrEqual(65_536);
  expect(many).toMatch(/\n\nThe rest does not fit into a comment; the command with --json has it\.$/u);
});
