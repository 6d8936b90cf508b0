/** A reason without sentences that name commands: the page has buttons. */
export function reasonText(reason: string): string {
  const sentences = reason.split(/(?<=\.)\s+(?=[A-Z])/u);
  return sentences.filter((sentence) => !/["“](?:npx )?curfew /u.test(sentence)).join(' ');
}
