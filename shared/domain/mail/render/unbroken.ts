import { html, type Html } from '../../texts/html.ts';

/** Days, and the options of a command. */
const hyphenated = /(\d{4}-\d{2}-\d{2}|--[a-z][a-z-]*)/u;

/** A text whose days and options stay on one line each, where a client would break them at a hyphen. */
export function unbroken(text: string): readonly Html[] {
  return text
    .split(hyphenated)
    .map((part, index) => (index % 2 === 0 ? html`${part}` : html`<span style="white-space:nowrap">${part}</span>`));
}
