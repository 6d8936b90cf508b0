import { matchesOf, type Span } from '../spans/spans.ts';

/** How many characters of a text must look random before it counts as a secret. */
export interface Suspicion {
  readonly drawnCharsMin: number;
  /** This many digits in a row count too. */
  readonly digitsMin: number;
}

// Characters of base64, base64url and hexadecimal, with word separators.
const chunks = /[A-Za-z0-9+/=_.~-]{8,}/gu;
const words = /[A-Za-z0-9]+/gu;
const runs = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[A-Z]|[0-9]+/gu;
const compactDate = /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])$/u;
const hexDigits = /^(?=.*[0-9])(?=.*[a-fA-F])(?:[0-9a-f]{12,}|[0-9A-F]{12,})$/u;

// The digest of an image, which is public.
const digest = /sha256:[0-9a-f]{64}$/u;
// An error code, an offset or a mask.
const machineWord = /^0x[0-9a-f]{1,8}$/iu;
const digestPrefixChars = 'sha256:'.length;

// A word with up to this many runs (`oauth2Client`, `v2beta`) counts as human-made.
const plainRunsMax = 3;
const numberDigitsMax = 5;
// A word of this length with this many changes between letters, capitals and digits counts as random entirely.
const mixedWordMin = 10;
const mixedRunCharsMax = 3;
const digitRunsMin = 3;
const jumbleMin = 14;
const jumbleRunCharsMax = 2.6;
// What may stay readable before the secret: `/home/ci/`, `API_BASE=`.
const cleanWord = /^(?:[A-Z]?[a-z]+|[A-Z]+|\d{1,4})$/u;

// A password of this length alternates letters, digits and signs; regular expressions alternate as often.
const signedRuns = /[^\s"'`]{12,128}/gu;
const inRegex = /[A-Za-z0-9]-[A-Za-z0-9]|\\[A-Za-z]|%[A-Za-z]/gu;
const classRuns = /[a-z]+|[A-Z]+|[0-9]+|[^A-Za-z0-9]+/gu;
const hardSign = /[!#$%^&*?~@+=|\\;<>{}[\]()]/u;
const classRunCharsMax = 2.1;
const lowerRunMax = 4;
const scrambledMin = 12;
const variedCharsMax = 40;

/** Parts that constantly change between letters, digits and signs, like passwords. */
export function scrambledSpans(text: string, { start, end }: Span): readonly Span[] {
  return matchesOf(text.slice(start, end), signedRuns).flatMap(({ 0: run, index }) => {
    const trimmed = run.replace(/^(?:--?[a-z][\w-]{0,60}=|[A-Za-z_]\w{0,60}=)/u, '');
    const from = start + index + run.length - trimmed.length;
    return hardSign.test(trimmed) && isScrambled(trimmed) ? [{ start: from, end: from + trimmed.length }] : [];
  });
}

/** Whether a text without blanks mixes single characters of three kinds, without words. */
export function isScrambled(run: string): boolean {
  const bare = run.replaceAll(inRegex, '');
  const found = bare.match(classRuns) ?? [];
  const kinds = [/[a-z]/u, /[A-Z]/u, /[0-9]/u, /[^A-Za-z0-9]/u].filter((kind) => kind.test(bare)).length;
  const longest = Math.max(0, ...found.map((each) => (/[a-z]/u.test(each) ? each.length : 0)));
  const isBroken = bare.length >= scrambledMin && bare.length <= found.length * classRunCharsMax;
  const isVaried = new Set(bare).size * 2 >= Math.min(bare.length, variedCharsMax);
  return kinds >= 3 && isBroken && isVaried && longest <= lowerRunMax + Math.floor(bare.length / 12);
}

/** High-entropy parts of `text` between `start` and `end`. */
export function randomSpans(text: string, { start, end }: Span, suspicion: Suspicion): readonly Span[] {
  return matchesOf(text.slice(start, end), chunks).flatMap(({ 0: chunk, index }) => {
    const isDigest = digest.test(
      text.slice(Math.max(0, start + index - digestPrefixChars), start + index + chunk.length),
    );
    const span = isDigest || machineWord.test(chunk) ? undefined : randomPart(chunk, suspicion);
    return span === undefined ? [] : [{ start: start + index + span.start, end: start + index + span.end }];
  });
}

/** The secret in a chunk without blanks: all of it except a natural path or assignment prefix. */
function randomPart(chunk: string, { drawnCharsMin, digitsMin }: Suspicion): Span | undefined {
  const found = matchesOf(chunk, words).map(({ 0: word, index }) => ({ word, index, drawn: drawnChars(word) }));
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

/** `/` and `+` cut base64 into short words; together they still change case constantly. */
function isJumble(chunk: string, letters: number): boolean {
  return isMixedCase(chunk) && letters >= jumbleMin && (chunk.match(runs) ?? []).length * jumbleRunCharsMax > letters;
}

function isMixedCase(chunk: string): boolean {
  return /[a-z]/u.test(chunk) && /[A-Z]/u.test(chunk);
}

/** How many characters of a word of letters and digits look random; numbers count by length. */
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

// The 200 letter pairs that make up nine tenths of the words in technical English, by first letter.
const usualPairs =
  'a:bcdgilmnprstuvy b:aeiloru c:aehiklortu d:adeiosu e:acdefglmnprstvx f:aefiou g:ehinru h:aeiot i:abcdefglmnoprstvz j:s k:ei l:adeilostuy m:aeimop n:acdefgiost o:bcdlmnoprstuvw p:aeiloprstu q:u r:acdegikmnorstuy s:acehiopstu t:acehiorstuy u:abceilmnprst v:aei w:aeio x:p y:p z:e';

const pairs: ReadonlySet<string> = new Set(
  usualPairs.split(' ').flatMap((group) => Array.from(group.slice(2), (second) => `${group.charAt(0)}${second}`)),
);

// Shorter words cannot be judged, and are too short for a secret.
const judgedLettersMin = 10;
const longLettersMin = 12;

/** Whether a run of letters could be a human-made word. */
function isNaturalRun(letters: string): boolean {
  return letters.length < judgedLettersMin || usualShare(letters) >= (letters.length < longLettersMin ? 0.5 : 0.6);
}

/** A stricter test for a run inside a longer mix, in which short words occur by chance. */
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
