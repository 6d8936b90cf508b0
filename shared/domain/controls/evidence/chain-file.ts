import { hashedText, type Link } from './chain.ts';

/**
 * Links as text, a line each: the hash, two blanks, and the canonical JSON that it was made of. Whoever puts the
 * format's name and a line feed before that JSON gets the hash with any tool, without Curfew.
 */
export function chainFile(links: readonly Link[]): string {
  return links.map((link) => `${link.hash}  ${jsonOf(link)}\n`).join('');
}

function jsonOf(link: Link): string {
  const text = hashedText(link);
  return text.slice(text.indexOf('\n') + 1);
}
