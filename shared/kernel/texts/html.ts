import { codeOf, replaceUnprintable } from './unprintable.ts';

/** Our own markup. Only `html` and `trusted` create it, so no text reaches a mail or a page unescaped. */
export interface Html {
  readonly markup: string;
}

type HtmlValue = string | number | Html | readonly Html[];

/** The single choke point: escapes every text and number between the pieces of markup. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const parts = strings.flatMap((text, index) => [text, index < values.length ? markupOf(values[index] ?? '') : '']);
  return { markup: parts.join('') };
}

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
  // Hiding characters show as their code: evidence must not leave anything out.
  return replaceUnprintable(text, (letter) => (letter === '\n' ? letter : `⟨U+${codeOf(letter)}⟩`)).replaceAll(
    /[&<>"'`]/gu,
    (letter) => `&#${letter.codePointAt(0)};`,
  );
}
