import { html } from '../../texts/html.ts';

/** The texts of a mail with a sentence of our own before all else that they say. */
export function withNote(
  mail: { readonly text: string; readonly html: string },
  note: string,
): { readonly text: string; readonly html: string } {
  const { markup } = html`<p style="margin:0;padding:12px 16px;font-weight:bold">${note}</p>`;
  return { text: `${note}\n\n${mail.text}`, html: mail.html.replace(/<body[^>]*>/u, (body) => `${body}${markup}`) };
}
