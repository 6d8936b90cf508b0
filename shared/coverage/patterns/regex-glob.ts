import { oneCharacter, withinPart } from './glob.ts';

/** Parts of a regular expression: any text, one character, an escaped character. */
const tokens =
  /^(?:(?<open>(?:\.|\\[wS]|\[\^?[^\]]*\])[*+](?:\?)?|\((?:\?:)?\.\*\)\??)|(?<one>\.|\\[wSd]|\[[^\]]*\])|\\(?<escaped>[^\w\s])|(?<plain>[\w\-/:@~ ]))/u;

/** Returns a regular expression as a pattern if it consists of literals and wildcards only. */
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
