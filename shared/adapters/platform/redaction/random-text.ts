import type { Span } from './spans.ts';

/** How many characters of a text must look drawn by lot before it is taken for a secret. */
export interface Suspicion {
  readonly drawnCharsMin: number;
  /** So many digits in a row are a secret too. */
  readonly digitsMin: number;
}

// Letters, digits and whatever else base64, base64url and hexadecimal are made of, with the marks between words.
const chunks = /[A-Za-z0-9+/=_.~-]{8,}/gu;
const words = /[A-Za-z0-9]+/gu;
const runs = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[A-Z]|[0-9]+/gu;
const compactDate = /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])$/u;
const hexDigits = /^(?=.*[0-9])(?=.*[a-fA-F])(?:[0-9a-f]{12,}|[0-9A-F]{12,})$/u;

// What an image is pinned by: a hash that everybody may know.
const digest = /sha256:[0-9a-f]{64}$/u;
const digestPrefixChars = 'sha256:'.length;

// Up to so many runs (`oauth2Client`, `v2beta`) a word is taken for one that somebody made up.
const plainRunsMax = 3;
const numberDigitsMax = 5;
// A word of this length with so many changes between letters, capitals and digits is drawn as a whole.
const mixedWordMin = 10;
const mixedRunCharsMax = 3;
const digitRunsMin = 3;
const jumbleMin = 14;
const jumbleRunCharsMax = 2.6;
// What may stay readable before the secret: `/home/ci/`, `API_BASE=`.
const cleanWord = /^(?:[A-Z]?[a-z]+|[A-Z]+|\d{1,4})$/u;

/** High-entropy parts of `text` between `start` and `end`. */
export function randomSpans(text: string, { start, end }: Span, suspicion: Suspicion): readonly Span[] {
  return Array.from(text.slice(start, end).matchAll(chunks)).flatMap(({ 0: chunk, index }) => {
    const isDigest = digest.test(
      text.slice(Math.max(0, start + index - digestPrefixChars), start + index + chunk.length),
    );
    const span = isDigest ? undefined : randomPart(chunk, suspicion);
    return span === undefined ? [] : [{ start: start + index + span.start, end: start + index + span.end }];
  });
}

/** Where in a chunk without blanks the secret is: all of it, but for the natural beginning of a path or assignment. */
function randomPart(chunk: string, { drawnCharsMin, digitsMin }: Suspicion): Span | undefined {
  const found = Array.from(chunk.matchAll(words), ({ 0: word, index }) => ({ word, index, drawn: drawnChars(word) }));
  const drawn = found.reduce((sum, word) => sum + word.drawn, 0);
  const letters = found.reduce((sum, { word }) => sum + word.length, 0);
  const isOneWord = found.some((word) => word.drawn >= drawnCharsMin || isLongNumber(word.word, digitsMin));
  const isMostlyDrawn = drawn >= drawnCharsMin && drawn * (isMixedCase(chunk) ? 3 : 2) >= letters;
  if (!isOneWord && !isMostlyDrawn && !isJumble(chunk, letters)) {
    return undefined;
  }
  const first = found.find(({ word }) => !cleanWord.test(word) || drawnChars(word) > 0);
  const before = chunk.slice(0, first?.index ?? 0);
  const start = before.includes('+') ? 0 : Math.max(before.lastIndexOf('/'), before.lastIndexOf('=')) + 1;
  return { start, end: chunk.length };
}

/** Base64 is cut into short words by its `/` and `+`; taken together they still change case all the time. */
function isJumble(chunk: string, letters: number): boolean {
  return isMixedCase(chunk) && letters >= jumbleMin && (chunk.match(runs) ?? []).length * jumbleRunCharsMax > letters;
}

function isMixedCase(chunk: string): boolean {
  return /[a-z]/u.test(chunk) && /[A-Z]/u.test(chunk);
}

/** How many characters of a word of letters and digits nobody would have chosen. Numbers are told by their length. */
export function drawnChars(word: string): number {
  if (hexDigits.test(word)) {
    return word.length;
  }
  const parts = word.match(runs) ?? [];
  if (word.length >= mixedWordMin && isMixed(word, parts)) {
    return word.length;
  }
  if (parts.length === 1 && /^\d/u.test(word)) {
    return 0;
  }
  const isNatural = parts.length <= plainRunsMax ? isNaturalAlone : isNaturalPart;
  return parts.reduce((sum, part) => sum + (isNatural(part) ? 0 : part.length), 0);
}

function isMixed(word: string, parts: readonly string[]): boolean {
  const digitRuns = parts.filter((part) => /^\d/u.test(part)).length;
  const singles = parts.filter((part) => part.length === 1).length;
  const isBroken = word.length < parts.length * mixedRunCharsMax && singles * 3 >= parts.length;
  return isBroken || digitRuns >= digitRunsMin;
}

function isNaturalAlone(part: string): boolean {
  return /^\d/u.test(part) ? part.length <= numberDigitsMax || compactDate.test(part) : isNaturalRun(part);
}

function isLongNumber(word: string, digitsMin: number): boolean {
  return word.length >= digitsMin && /^\d+$/u.test(word) && !compactDate.test(word);
}

// The 200 pairs of letters that make up nine tenths of the words in technical English, by their first letter.
const usualPairs =
  'a:bcdgilmnprstuvy b:aeiloru c:aehiklortu d:adeiosu e:acdefglmnprstvx f:aefiou g:ehinru h:aeiot i:abcdefglmnoprstvz j:s k:ei l:adeilostuy m:aeimop n:acdefgiost o:bcdlmnoprstuvw p:aeiloprstu q:u r:acdegikmnorstuy s:acehiopstu t:acehiorstuy u:abceilmnprst v:aei w:aeio x:p y:p z:e';

const pairs: ReadonlySet<string> = new Set(
  usualPairs.split(' ').flatMap((group) => Array.from(group.slice(2), (second) => `${group.charAt(0)}${second}`)),
);

// Shorter words than this are too short to tell, and too short to be a secret.
const judgedLettersMin = 10;
const longLettersMin = 12;

/** Whether a run of letters could be a word that somebody chose, rather than letters that a machine drew. */
function isNaturalRun(letters: string): boolean {
  return letters.length < judgedLettersMin || usualShare(letters) >= (letters.length < longLettersMin ? 0.5 : 0.6);
}

/** The stricter question for a run inside a longer mix, of which chance makes short words easily. */
function isNaturalPart(letters: string): boolean {
  return letters.length >= 3 && isNaturalRun(letters) && usualShare(letters) >= 0.5;
}

function usualShare(letters: string): number {
  const lower = letters.toLowerCase();
  let usual = 0;
  for (let index = 0; index + 1 < lower.length; index += 1) {
    usual += pairs.has(lower.slice(index, index + 2)) ? 1 : 0;
  }
  return usual / Math.max(1, lower.length - 1);
}
