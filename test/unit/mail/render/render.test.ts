import fc from 'fast-check';
import { expect, test } from 'vitest';

import { printable } from '../../../../shared/mail/printable.ts';
import { renderHtml } from '../../../../shared/mail/render/render-html.ts';
import { renderText } from '../../../../shared/mail/render/render-text.ts';
import { anyText, contentOf, hostileTexts } from '../../../support/mail-samples.ts';

const places = [
  'label',
  'value',
  'notes heading',
  'note',
  'second note',
  'table heading',
  'user',
  'limit',
  'lead',
  'foot',
  'facts heading',
  'fact label',
  'fact value',
  'bars heading',
  'bar',
  'length',
  'length before',
  'second bar',
  'second length',
  'more bars',
  'entries heading',
  'entry title',
  'entry name',
  'entry rating',
  'entry text',
  'what came',
  'what went',
  'what stands',
  'entry label',
  'entry value',
  'more entries',
  'patch heading',
  'patch line',
  'more lines',
];

test.for(hostileTexts.map((text) => ({ text })))('no place of a mail lets $text be markup', ({ text }) => {
  const hostile = renderHtml(contentOf(() => text));
  const harmless = renderHtml(contentOf(() => 'x'));

  expect(tagsOf(hostile)).toEqual(tagsOf(harmless));
});

test('no text can change the markup of a mail', () => {
  const tagsOfHarmless = tagsOf(renderHtml(contentOf(() => 'x')));

  fc.assert(
    fc.property(fc.array(anyText, { minLength: 1, maxLength: 15 }), (texts) => {
      let next = 0;
      const content = contentOf(() => texts[(next += 1) % texts.length] ?? '');

      expect(tagsOf(renderHtml(content))).toEqual(tagsOfHarmless);
    }),
  );
});

test('the HTML and the plain text state the same facts', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const content = contentOf((place) => `${place} ${text}`);
      const [html, plain] = [visibleText(renderHtml(content)), collapsed(renderText(content))];

      for (const place of [...places, 'second user', 'second limit', 'second foot']) {
        const fact = collapsed(printable(`${place} ${text}`));
        expect(html).toContain(fact);
        expect(plain).toContain(fact);
      }
    }),
  );
});

test('both say how much was left out, and what a column means', () => {
  const content = contentOf((place) => place);

  expect(renderText(content)).toContain('Limit now: second limit');
  expect(renderText(content)).toContain('and 5 more');
  expect(renderHtml(content)).toContain('and 5 more');
  expect(renderHtml(content)).toContain('Limit now');
});

test('on a phone each row of a table is a paragraph, in which what a column says has its title before it', () => {
  const html = renderHtml(contentOf((place) => place));
  const cell = /<td[^>]*class="part[^>]*>\s*(?<tag><span[^>]*>)Limit now <\/span\s*>second limit/u.exec(html);

  expect(cell?.groups?.['tag']).toContain('display:none');
  expect(html).toMatch(
    /max-width: 520px.*\.head \{ display: none.*\.row \{ display: block.*\.tag \{ display: inline/su,
  );
});

test('nothing in a mail is fetched from elsewhere or can be clicked', () => {
  const html = renderHtml(contentOf(() => 'https://evil.example'));

  expect(html).not.toMatch(/<(a|img|link|script|iframe|form)\b|url\(|https?:\/\//iu);
});

test('a mail says how grave it is in words, not by colour alone', () => {
  const content = contentOf((place) => place);

  expect(renderHtml({ ...content, tone: 'good' })).toContain('all done');
  expect(renderHtml({ ...content, tone: 'bad' })).toContain('needs action');
});

function tagsOf(html: string): readonly string[] {
  return html.match(/<[^>]*>/gu) ?? [];
}

function visibleText(html: string): string {
  const text = html.replaceAll(/<style>.*?<\/style>/gsu, '').replaceAll(/<[^>]*>/gu, ' ');
  return collapsed(text.replaceAll(/&#(\d+);/gu, (_, code: string) => String.fromCodePoint(Number(code))));
}

function collapsed(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
