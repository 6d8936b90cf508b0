import { markLookAlikes } from './look-alike.ts';

const longestText = 500;

/** External text made safe for a terminal: one line, 500 plain characters at most. Imitating addresses are marked. */
export function plainText(text: string): string {
  const clean = cleanText(text);
  const letters = Array.from(clean);
  return letters.length <= longestText ? clean : `${letters.slice(0, longestText - 1).join('')}…`;
}

/** The same at its full length, for those who read along as a program. */
export function cleanText(text: string): string {
  const clean = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
  return markLookAlikes(clean.trim().toWellFormed());
}
