import { html, type Html } from '../texts/html.ts';

const days = /(\d{4}-\d{2}-\d{2})/u;

/** A text whose days stay on one line, where a client would break them at a hyphen. */
export function unbroken(text: string): readonly Html[] {
  return text
    .split(days)
    .map((part, index) => (index % 2 === 0 ? html`${part}` : html`<span style="white-space:nowrap">${part}</span>`));
}
