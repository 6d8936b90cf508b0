/** The texts of a mail with a sentence of our own before all else that they say. It is plain text without markup. */
export function withNote(
  { text, html }: { readonly text: string; readonly html: string },
  note: string,
): { readonly text: string; readonly html: string } {
  const shown = `<p style="margin:0;padding:12px 16px;font-weight:bold">${note}</p>`;
  return { text: `${note}\n\n${text}`, html: html.replace(/<body[^>]*>/u, (body) => `${body}${shown}`) };
}
