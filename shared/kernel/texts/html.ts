import { codeOf, replaceUnprintable } from './unprintable.ts';

/** Markup of our own making. Only `html` and `trusted` make it, so that no text reaches a mail or a page unescaped. */
export interface Html {
  readonly markup: string;
}

type HtmlValue = string | number | Html | readonly Html[];

/** The one choke point: it escapes every text and number between the pieces of markup. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const parts = strings.flatMap((text, index) => [text, index < values.length ? markupOf(values[index] ?? '') : '']);
  return { markup: parts.join('') };
}

/** Markup or style from our own source. */
export function trusted(markup: string): Html {
  return { markup };
}

function markupOf(value: HtmlValue): string {
  if (typeof value === 'string' || typeof value === 'number') {
    return escaped(String(value));
  }
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}

function escaped(text: string): string {
  // Characters that hide others show as their number: evidence must not leave anything out.
  return replaceUnprintable(text, (letter) => (letter === '\n' ? letter : `⟨U+${codeOf(letter)}⟩`)).replaceAll(
    /[&<>"'`]/gu,
    (letter) => `&#${letter.codePointAt(0)};`,
  );
}
