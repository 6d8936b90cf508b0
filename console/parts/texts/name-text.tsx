import { showHidden } from '../../../shared/kernel/texts/hidden-letters.ts';
import { markLookAlikes } from '../../../shared/kernel/texts/look-alike.ts';

const shownMax = 120;

/**
 * Text from outside: a name, an email, a note, a headline. Letters that hide or turn others are shown as their numbers,
 * an address that imitates another is marked, and it cannot turn what stands beside it.
 */
export function NameText({ text, charsMax = shownMax }: { readonly text: string; readonly charsMax?: number }) {
  const shown = harmless(text);
  const letters = Array.from(shown);
  const isCut = letters.length > charsMax;
  return <bdi {...(isCut && { title: shown })}>{isCut ? `${letters.slice(0, charsMax - 1).join('')}…` : shown}</bdi>;
}

/** The same for a place that takes text alone: an option, a label, a title. */
export function harmless(text: string): string {
  return markLookAlikes(showHidden(text.toWellFormed()));
}
