import { oneCharacter, withinPart } from './glob.ts';

/** Parts of a regular expression that stand for any text, for one character, and for one that is escaped. */
const tokens =
  /^(?:(?<open>(?:\.|\\[wS]|\[\^?[^\]]*\])[*+](?:\?)?|\((?:\?:)?\.\*\)\??)|(?<one>\.|\\[wSd]|\[[^\]]*\])|\\(?<escaped>[^\w\s])|(?<plain>[\w\-/:@~ ]))/u;

/** A regular expression as a pattern, where it is no more than literals and wildcards; none for any other one. */
export function regexGlob(source: string): string | undefined {
  const text = source.trim();
  const isStarted = text.startsWith('^');
  const isEnded = /(?<!\\)\$$/u.test(text);
  let rest = text.slice(isStarted ? 1 : 0, isEnded ? -1 : undefined);
  let glob = isStarted ? '' : withinPart;
  while (rest !== '') {
    const groups = tokens.exec(rest);
    if (groups === null) {
      return undefined;
    }
    const { open, one, escaped, plain } = groups.groups ?? {};
    glob += open === undefined ? (one === undefined ? (escaped ?? plain ?? '') : oneCharacter) : withinPart;
    rest = rest.slice(groups[0].length);
  }
  return `${glob}${isEnded ? '' : withinPart}`.replaceAll(new RegExp(`${withinPart}{2,}`, 'gu'), withinPart);
}
