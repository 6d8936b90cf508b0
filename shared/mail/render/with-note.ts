import { html } from '../../kernel/texts/html.ts';

/** Returns a mail's texts with a sentence of our own at the beginning. */
export function withNote(
  mail: { readonly text: string; readonly html: string },
  note: string,
): { readonly text: string; readonly html: string } {
  const { markup } = html`<p style="margin:0;padding:12px 16px;font-weight:bold">${note}</p>`;
  return { text: `${note}\n\n${mail.text}`, html: mail.html.replace(/<body[^>]*>/u, (body) => `${body}${markup}`) };
}
