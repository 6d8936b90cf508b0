import { codeOf } from './unprintable.ts';

/** Lower-case letters of other alphabets that look like Latin ones in most typefaces, each before its Latin twin. */
const latinTwins: ReadonlyMap<string, string> = twinsOf(
  'аaеeоoрpсcуyхxіiјjѕsһhԁdԛqԝwӏlьbвbнhкkмmтtгrзzпnѵvꙇi',
  'αaβbγyεeιiκkνvοoρpτtυuχxωwϲcϳj',
  'օoոnսuցgհh',
  'ᴀaᴇeᴏoꜱs',
);

const foreign = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}]/u;
const latin = /\p{Script=Latin}/u;

/**
 * Returns the first word of a name that may imitate another: it mixes Latin letters with look-alikes, or consists of
 * look-alikes only. A name fully in another alphabet is fine. Punycode is decoded.
 */
export function lookAlikeIn(name: string): string | undefined {
  const parts = withLetters(name)
    .toLowerCase()
    .normalize('NFC')
    .split(/[^\p{L}\p{M}\p{N}]+/u);
  return parts.find((part) => foreign.test(part) && (latin.test(part) || isOfTwins(part)));
}

const scripts = ['Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic'].map(
  (name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const,
);
/** Latin letters that hardly any address has: dotless, phonetic, small capital and wide ones. */
const rareLatin = /[ıɑɡᴀᴇᴏꜱ\u{FF21}-\u{FF5A}]/u;

/** Accounts that look the same, by address in lower case: the id of each. */
export type LookAlikes = ReadonlyMap<string, string>;

/** As the notation of credits is: a process serves one organization, whose look-alikes every text of it tells apart. */
let known: LookAlikes = new Map();

/** Has all texts of this process tell these accounts apart from now on, and no others. */
export function tellApart(accounts: LookAlikes): void {
  known = accounts;
}

/** The same beside those that it tells apart already. */
export function tellApartToo(accounts: LookAlikes): void {
  if (accounts.size > 0) {
    known = new Map([...known, ...accounts]);
  }
}

/** The mark of an account beside another that looks the same: the end of its id. */
export function accountMark(userId: string): string {
  return `(user …${userId.slice(-4)})`;
}

/** Whether the letters of an address alone set it apart wherever it stands. */
export function hasMarkedLetters(address: string): boolean {
  return rareLettersIn(address) !== undefined;
}

/**
 * Adds to each address in a text that could be taken for another which letters it has, `аna@acme.example (Cyrillic
 * letters)`, or, of known look-alikes, which account it is: `b0b@acme.example (user …4f2a)`. Commands stay as they are
 * pasted. Twice does no more than once.
 */
export function markLookAlikes(text: string): string {
  if (!text.includes('@') || (known.size === 0 && !/[^\p{ASCII}]|xn--/u.test(text))) {
    return text;
  }
  const command = text.indexOf('npx curfew ');
  const sentence = command === -1 ? text : text.slice(0, command);
  const marked = sentence.replaceAll(/[^\s<>()[\]{},;:"'“”‘’]+/gu, (word, at: number) => {
    if (!word.includes('@')) {
      return word;
    }
    const address = word.replace(/[.!?…]+$/u, '');
    const found = markOf(address);
    if (found === undefined) {
      return word;
    }
    const mark = ` ${found}`;
    return sentence.startsWith(mark, at + address.length) ? word : `${address}${mark}${word.slice(address.length)}`;
  });
  return `${marked}${text.slice(sentence.length)}`;
}

function markOf(address: string): string | undefined {
  const letters = rareLettersIn(address);
  const userId = letters === undefined ? known.get(address.toLowerCase()) : undefined;
  return userId === undefined ? letters && `(${letters} letters)` : accountMark(userId);
}

function rareLettersIn(address: string): string | undefined {
  const word = lookAlikeIn(address);
  return word === undefined
    ? rareLatin.test(address)
      ? 'unusual Latin'
      : undefined
    : scripts.flatMap(([name, letters]) => (letters.test(word) ? [name] : [])).join(' and ');
}

function isOfTwins(word: string): boolean {
  return Array.from(word).every((letter) => latinTwins.has(letter) || /\p{N}/u.test(letter));
}

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

/** Latin letters and digits that look like other Latin letters, each before its twin. */
const plainTwins = twinsOf('0o1lıiɑaɡg');

/**
 * Returns a name as it looks at a glance: lower case, no diacritics, look-alikes as Latin letters. Of two plain letters
 * together the confusables of UTS 39 know one: `rn` looks like `m`. For comparing names, not for showing them.
 */
export function readingOf(name: string): string {
  const plain = withLetters(name).toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return Array.from(plain, (sign) => latinTwins.get(sign) ?? plainTwins.get(sign) ?? sign)
    .join('')
    .replaceAll('rn', 'm');
}

function twinsOf(...alphabets: readonly string[]): ReadonlyMap<string, string> {
  const letters = alphabets.flatMap((alphabet) => Array.from(alphabet));
  return new Map(
    letters.flatMap((letter, index) => (index % 2 === 0 ? [[letter, letters[index + 1] ?? letter] as const] : [])),
  );
}

/** RFC 3492, section 5. */
const base = 36;
const labelLengthMax = 63;

export function withLetters(host: string): string {
  return host.replaceAll(/xn--([a-z0-9-]+)/giu, (label, coded: string) => decoded(coded.toLowerCase()) ?? label);
}

function decoded(coded: string): string | undefined {
  const end = Math.max(coded.lastIndexOf('-'), 0);
  const letters = Array.from(coded.slice(0, end), (letter) => letter.codePointAt(0) ?? 0);
  const digits = Array.from(coded.slice(end === 0 ? 0 : end + 1), (digit) => parseInt(digit, base));
  let [code, place, bias] = [128, 0, 72];
  while (digits.length > 0 && coded.length <= labelLengthMax) {
    const step = takeNumber(digits, bias);
    if (step === undefined) {
      return undefined;
    }
    const count = letters.length + 1;
    bias = biasAfter(step, count, letters.length === end);
    code += Math.floor((place + step) / count);
    place = (place + step) % count;
    if (code > 0x10_ff_ff) {
      return undefined;
    }
    letters.splice(place, 0, code);
    place += 1;
  }
  return digits.length === 0 ? String.fromCodePoint(...letters) : undefined;
}

/** Takes one variable-length number from the front. Letters are the digits 0 to 25, digits those from 26 on. */
function takeNumber(digits: number[], bias: number): number | undefined {
  let [value, weight] = [0, 1];
  for (let at = base; ; at += base) {
    const read = digits.shift();
    if (read === undefined || Number.isNaN(read)) {
      return undefined;
    }
    const digit = read >= 10 ? read - 10 : read + 26;
    const threshold = Math.min(Math.max(at - bias, 1), 26);
    value += digit * weight;
    if (digit < threshold) {
      return value;
    }
    weight *= base - threshold;
  }
}

function biasAfter(step: number, count: number, isFirst: boolean): number {
  let delta = isFirst ? Math.floor(step / 700) : step >> 1;
  delta += Math.floor(delta / count);
  let bias = 0;
  for (; delta > 455; bias += base) {
    delta = Math.floor(delta / 35);
  }
  return bias + Math.floor((36 * delta) / (delta + 38));
}
