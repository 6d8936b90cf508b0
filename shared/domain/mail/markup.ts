import { printable } from './printable.ts';

/** Markup of our own making. Only `html` and `raw` make it, so that no text reaches a mail unescaped. */
export interface Html {
  readonly markup: string;
}

/** The one choke point: every text between the pieces of markup is made printable and escaped. */
export function html(strings: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  const parts = strings.flatMap((text, index) => [text, index < values.length ? markupOf(values[index] ?? '') : '']);
  return { markup: parts.join('') };
}

/** Markup or style that stands in our own source. */
export function raw(trusted: string): Html {
  return { markup: trusted };
}

function markupOf(value: string | Html | readonly Html[]): string {
  if (typeof value === 'string') {
    return printable(value).replaceAll(/[&<>"']/gu, (letter) => `&#${letter.codePointAt(0)};`);
  }
  return 'markup' in value ? value.markup : value.map((part) => part.markup).join('');
}
