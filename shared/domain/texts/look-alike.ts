import { withLetters } from './punycode.ts';

/** Letters of other alphabets that read as Latin ones in most typefaces, in lower case, each before its Latin twin. */
const latinTwins: ReadonlyMap<string, string> = twinsOf(
  'аaеeоoрpсcуyхxіiјjѕsһhԁdԛqԝwӏlьbвbнhкkмmтtгrзzпnѵvꙇi',
  'αaβbγyεeιiκkνvοoρpτtυuχxωwϲcϳj',
  'օoոnսuցgհh',
  'ᴀaᴇeᴏoꜱs',
);

const foreign = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}]/u;
const latin = /\p{Script=Latin}/u;

/**
 * The first word of a name that may imitate another one: it mixes Latin letters with those of an alphabet that looks
 * alike, or is made of such letters alone. A name in an alphabet of its own is none. Punycode counts as what it shows.
 */
export function lookAlikeIn(name: string): string | undefined {
  const parts = withLetters(name)
    .toLowerCase()
    .normalize('NFC')
    .split(/[^\p{L}\p{M}\p{N}]+/u);
  return parts.find((part) => foreign.test(part) && (latin.test(part) || isOfTwins(part)));
}

function isOfTwins(word: string): boolean {
  return Array.from(word).every((letter) => latinTwins.has(letter) || /\p{N}/u.test(letter));
}

/** What to point out about names that may imitate others; one sentence for each. */
export function describeLookAlikes(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const word = lookAlikeIn(name);
    const letters = Array.from(word ?? '').filter((letter) => foreign.test(letter));
    const codes = letters.slice(0, 3).map((letter) => `U+${codeOf(letter)}`);
    return word === undefined
      ? []
      : [
          `Look twice: “${word}” has letters that only look like a-z (${codes.join(', ')}), as an imitation of another name would.`,
        ];
  });
}

function codeOf(letter: string): string {
  return (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

/** Signs of the Latin alphabet, and digits, that read as others of it, each before its twin. */
const plainTwins = twinsOf('0o1lıiɑaɡg');

/**
 * A name as it reads at a glance: in lower case, without marks on letters, every sign that looks like a Latin letter as
 * that letter. Punycode counts as what it shows.
 */
export function readingOf(name: string): string {
  const plain = withLetters(name).toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return Array.from(plain, (sign) => latinTwins.get(sign) ?? plainTwins.get(sign) ?? sign).join('');
}

function twinsOf(...alphabets: readonly string[]): ReadonlyMap<string, string> {
  const letters = alphabets.flatMap((alphabet) => Array.from(alphabet));
  return new Map(
    letters.flatMap((letter, index) => (index % 2 === 0 ? [[letter, letters[index + 1] ?? letter] as const] : [])),
  );
}
