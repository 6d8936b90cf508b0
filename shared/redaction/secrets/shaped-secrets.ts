import { matchesOf, type Span } from '../spans/spans.ts';
import { drawnChars, isScrambled } from './random-text.ts';

// Eight or more hexadecimal bytes with separators: `a1:b2:…`, `0xA1, 0xB2, …`, `\xa1\xb2…`, `a1 b2 …`.
const hexBytes =
  /(?<![0-9a-z])(?:0x|\\x)?[0-9a-f]{2}(?:(?:[:-]|,?[ \t\n]{1,2}|,)(?:0x|\\x)?[0-9a-f]{2}){7,512}(?![0-9a-z])|(?:\\x[0-9a-f]{2}){6,512}/giu;
// Four or more groups of four or eight hexadecimal digits; no address or date has these.
const hexGroups =
  /(?<![0-9a-z])[0-9a-f]{4}(?:[ -][0-9a-f]{4}){3,63}(?![0-9a-z])|(?<![0-9a-z])[0-9a-f]{8}(?:[ :-][0-9a-f]{8}){1,31}(?![0-9a-z])/giu;
// Machine words: one of twelve or more digits, or four or more in a row.
const hexWords =
  /(?<![0-9a-z])0x[0-9a-f]{12,}(?![0-9a-z])|(?<![0-9a-z])0x[0-9a-f]{2,16}(?:(?:\s|[,;]\s{0,2})0x[0-9a-f]{2,16}){3,63}(?![0-9a-z])/giu;
// Recovery codes: two groups of equal length, each of letters and digits.
const codePairs = /(?<![\p{L}\p{N}_./@-])([a-z0-9]{4,6})-([a-z0-9]{4,6})(?![\p{L}\p{N}_/@-]|\.\w)/giu;
const nameWithNumber = /^(?:[a-z]+\d+|\d+[a-z]{1,2})$/iu;
// Typed keys: groups of equal length.
const groups =
  /(?<![\p{L}\p{N}])(?:[A-Za-z0-9]{4,8}(?:-[A-Za-z0-9]{4,8}){2,15}|[A-Z0-9]{4}(?: [A-Z0-9]{4}){3,15}|[A-Z0-9]{5}(?: [A-Z0-9]{5}){2,15})(?![\p{L}\p{N}])/gu;
// Base64 broken like mail and PEM; line breaks may be escaped.
const brokenBase64 =
  /(?<![A-Za-z0-9+/])[A-Za-z0-9+/_-]{24,128}(?:(?:\\r|\r)?(?:\\n|\n)[ \t]{0,8}[A-Za-z0-9+/_-]{1,128}){1,2000}={0,2}/gu;
// A list of bytes as programs print it.
const byteList = /(?<![\d.])(?:\d{1,3}\s{0,2}[,;]\s{0,2}|\d{1,3}\s{1,2}){7,4096}\d{1,3}(?![\d.])/gu;
// Twelve or more words of a mnemonic: short, lower case, without function words.
const plainWords = /(?<![\p{L}])[a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){11,400}(?![\p{L}])/gu;
const mnemonicMin = 12;
/** Function words, which a sentence needs and no passphrase has. */
export const ofSentences: ReadonlySet<string> = new Set(
  'the and for are not with from that this your have into when must may will only which was were been their them these those but its our out use used'.split(
    ' ',
  ),
);

/** Secrets that are cut into groups, bytes or lines. */
export function shapedSecretSpans(text: string): readonly Span[] {
  return [
    ...matches(text, hexBytes, isHexBytes),
    ...matches(text, hexGroups, (found) => /[a-f]/iu.test(found) && /\d/u.test(found)),
    ...matches(text, hexWords, () => true),
    ...matches(text, codePairs, isCodePair),
    ...matches(text, groups, isGroupedKey),
    ...matches(text, brokenBase64, isBrokenBase64),
    ...matches(text, byteList, (found) => isBytes(found.split(/[\s,;]+/u).map(Number))),
    ...matchesOf(text, plainWords).flatMap(({ 0: found, index }) => mnemonicSpans(found, index)),
  ];
}

function isCodePair(found: string): boolean {
  const parts = found.split('-');
  const isMixed = parts.every((part) => /\d/u.test(part) && /[a-z]/iu.test(part));
  return (
    isMixed && new Set(parts.map((part) => part.length)).size === 1 && !parts.every((part) => nameWithNumber.test(part))
  );
}

function mnemonicSpans(found: string, at: number): readonly Span[] {
  const spans: Span[] = [];
  let last: readonly { readonly word: string; readonly start: number }[] = [];
  for (const { 0: word, index } of matchesOf(found, /[a-z]+/gu)) {
    last = ofSentences.has(word) ? [] : [...last, { word, start: at + index }].slice(-mnemonicMin);
    const [first] = last;
    const isVaried = new Set(last.map((each) => each.word)).size * 2 > mnemonicMin;
    if (first !== undefined && last.length === mnemonicMin && isVaried) {
      spans.push({ start: first.start, end: at + index + word.length });
    }
  }
  return spans;
}

// Ports, limits and steps are fewer or ascending.
const bytesMin = 6;
const byteMax = 255;

/** Whether numbers are the bytes of a key: at least six of 0 to 255, unordered. */
export function isBytes(numbers: readonly number[]): boolean {
  const isByte = (number: number): boolean => Number.isInteger(number) && number >= 0 && number <= byteMax;
  return numbers.length >= bytesMin && numbers.every(isByte) && !isOrdered(numbers);
}

function isOrdered(numbers: readonly number[]): boolean {
  const steps = numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0));
  return steps.every((step) => step >= 0) || steps.every((step) => step <= 0);
}

function matches(text: string, pattern: RegExp, isSecret: (found: string) => boolean): readonly Span[] {
  return matchesOf(text, pattern).flatMap(({ 0: found, index }) =>
    isSecret(found) ? [{ start: index, end: index + found.length }] : [],
  );
}

/** Without separators they are one word, judged elsewhere; digits alone may be numbers or a time. */
function isHexBytes(found: string): boolean {
  const isMarked = /0x|\\x/iu.test(found);
  return isMarked || (/[^0-9a-f]/iu.test(found) && /[a-f]/iu.test(found) && /\d/u.test(found));
}

function isGroupedKey(found: string): boolean {
  const parts = found.split(/[- ]/u);
  const isEven = new Set(parts.map(({ length }) => length)).size === 1;
  const isOneCase = !(/[a-z]/u.test(found) && /[A-Z]/u.test(found));
  const mixed = parts.filter((part) => /\d/u.test(part) && /[A-Za-z]/u.test(part)).length;
  const digits = parts.filter((part) => /^\d+$/u.test(part)).length;
  if (!isEven || (found.includes(' ') && found.includes('-'))) {
    return false;
  }
  if (digits === parts.length) {
    return parts.length >= 4 && found.replaceAll(/\D/gu, '').length >= 20;
  }
  const isUpper = isOneCase && /[A-Z]/u.test(found);
  return (
    mixed >= (isUpper ? 1 : 2) ||
    (isUpper && parts.length >= 4 && (digits > 0 || mixed > 0 || drawnChars(parts.join('')) > 8)) ||
    (mixed === 1 && parts.length <= 3 && isOneCase)
  );
}

function isBrokenBase64(found: string): boolean {
  const [first = ''] = found.split(/[\s\\]/u);
  return drawnChars(first) * 2 >= first.length || isScrambled(first);
}
