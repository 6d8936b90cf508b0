import fc from 'fast-check';

import type { MailContent, MailSection } from '../../shared/mail/content.ts';

/** Text that is out to break a mail: markup, line ends, turned writing directions, formulas, links, length. */
export const hostileTexts = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='x",
  '</style><style>*{display:none}',
  '<!--',
  '&lt;b&gt; &#60;b&#62;',
  'Ann\r\nBcc: everybody@acme.example',
  '\u202Etxt.exe\u202C\u2066',
  'zero\u200Bwidth\u00ADsoft\u2060join',
  'null\u0000bell\u0007escape\u001B[31m',
  '=HYPERLINK("https://evil.example","x")',
  'https://evil.example/?a=1&b=2',
  'javascript://x%0aalert(1)',
  '\u2028line\u2029end',
  'x'.repeat(10_000),
  '👩‍👩‍👧‍👦'.repeat(400),
  '\uD800 alone',
] as const;

export const anyText = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 20 }),
);

/** A mail with the given texts in every place that takes one. */
export function contentOf(text: (place: string) => string): MailContent {
  const sections: readonly MailSection[] = [
    { kind: 'figures', figures: [{ label: text('label'), value: text('value') }] },
    { kind: 'notes', heading: text('notes heading'), notes: [text('note'), text('second note')] },
    {
      kind: 'table',
      heading: text('table heading'),
      table: {
        columns: [
          { title: 'User', align: 'left' },
          { title: 'Limit now', align: 'right' },
        ],
        rows: [
          [text('user'), text('limit')],
          [text('second user'), text('second limit')],
        ],
        more: 'and 5 more',
      },
    },
    {
      kind: 'facts',
      heading: text('facts heading'),
      facts: [{ label: text('fact label'), value: text('fact value') }],
    },
    {
      kind: 'bars',
      heading: text('bars heading'),
      bars: [
        { label: text('bar'), value: text('length'), share: 1, before: { value: text('length before'), share: 0.5 } },
        { label: text('second bar'), value: text('second length'), share: 0 },
      ],
      more: text('more bars'),
    },
    {
      kind: 'entries',
      heading: text('entries heading'),
      entries: [
        {
          title: text('entry title'),
          name: text('entry name'),
          rating: text('entry rating'),
          tone: 'grave',
          text: text('entry text'),
          delta: [
            { sign: '+', text: text('what came') },
            { sign: '−', text: text('what went') },
            { sign: '', text: text('what stands') },
          ],
          facts: [{ label: text('entry label'), value: text('entry value') }],
        },
      ],
      more: text('more entries'),
    },
    {
      kind: 'patch',
      heading: text('patch heading'),
      lines: [{ sign: '+', text: text('patch line') }],
      more: text('more lines'),
    },
  ];
  return {
    subject: text('subject'),
    tone: 'warning',
    lead: text('lead'),
    sections,
    foot: [text('foot'), text('second foot')],
  };
}
