/** Markup of our own making. Only `html` and `trusted` make it, so that no text reaches a page unescaped. */
export interface Markup {
  readonly markup: string;
}

export type MarkupValue = string | number | Markup | readonly Markup[];

// Characters that hide or reorder others: shown by their number, for in evidence nothing may be left out.
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** The one choke point: every text and number between the pieces of markup is escaped. */
export function html(strings: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  const parts = strings.flatMap((text, index) => [text, index < values.length ? markupOf(values[index] ?? '') : '']);
  return { markup: parts.join('') };
}

/** Markup or style that stands in our own source. */
export function trusted(markup: string): Markup {
  return { markup };
}

function markupOf(value: MarkupValue): string {
  if (typeof value === 'string' || typeof value === 'number') {
    return escaped(String(value));
  }
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}

function escaped(text: string): string {
  return text
    .replaceAll(invisible, (letter) => (letter === '\n' ? letter : `⟨U+${codeOf(letter)}⟩`))
    .replaceAll(/[&<>"'`]/gu, (letter) => `&#${letter.codePointAt(0)};`);
}

function codeOf(letter: string): string {
  return (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
