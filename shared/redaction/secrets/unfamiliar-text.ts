import { settingsWords } from '../settings-shape.ts';
import { matchesOf, type Span } from '../spans/spans.ts';
import { knownWords } from '../words/known-words.ts';
import { isEmail, isReference, isBracketedIp } from './harmless-value.ts';
import { drawnChars } from './random-text.ts';

const runs = /[^\s]+/gu;
const around = /^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu;
const letters = /^[\p{L}\p{M}’']+$/u;
const latinLetters = /^[A-Za-z]+$/u;

// Numbers, amounts, spans of time, versions, days, instants, addresses of networks, colours.
const measured: readonly RegExp[] = [
  /^[-+±~<>=≤≥]{0,2}\d{1,7}(?:[.,]\d{1,6})?(?:ns|us|ms|s|sec|m|min|h|hr|d|w|mo|y|b|kb|mb|gb|tb|ki|mi|gi|ti|kib|mib|gib|k|x|px|pt|em|rem|vh|vw|%|€|usd|eur|fps|rpm|rps|hz|ghz|mhz|th|st|nd|rd)?$/iu,
  /^[v^~<>=]{0,3}\d{1,4}(?:\.\d{1,5}){1,3}(?:[-+.](?:alpha|beta|rc|next|canary|dev|build|pre|snapshot)?(?:[.-]?\d{1,5})?)?$/iu,
  /^(?:19|20)\d{2}-\d{2}(?:-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?$/u,
  /^\d{1,2}:\d{2}(?::\d{2})?(?:-\d{1,2}:\d{2})?(?:am|pm|Z)?$/iu,
  /^\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?(?::\d{1,5})?$/u,
  /^(?=(?:[^:]*:){2})(?!(?:[0-9a-f]{2}:){5,}[0-9a-f]{2}$)[0-9a-f:]{3,39}(?:\/\d{1,3})?$/iu,
  /^#[0-9a-f]{3}(?:[0-9a-f]{3})?$/iu,
  /^(?:\*|\d{1,2})(?:[/,-]\d{1,2}){0,4}$/u,
];
const host =
  /^(?:\*\.)?(?:[\p{L}\p{N}-]{1,40}\.){1,6}(?:[a-z]{2}|com|org|net|dev|app|cloud|example|internal|local|corp|lan|home|test|info|biz|gov|edu|mil|svc|tech|systems|software|online|site|shop|xyz)(?::\d{1,5})?$/iu;
const url = /^([a-z][a-z0-9+.-]{1,20}):\/\/(\[[0-9a-f:]+\]|[^/?#@]{1,200})(\/[^?#]*)?\/?$/iu;
const signs = /^[-+*/=<>&|!?.,:;#~^@$%()[\]{}"'`\\_]{1,4}$/u;

// A password may split at its signs into inconspicuous pieces.
const piecesMax = 8;
const compoundCharsMax = 80;
const sentenceWordsMin = 3;
// A sentence has one of these at least this often; a passphrase has none.
const wordsPerLink = 7;
const links: ReadonlySet<string> = new Set(
  (
    'a an and are as at be by for from if in is it no not of on or that the this to with der die das den dem ein eine und für nicht ist ' +
    'im mit von zu auf le la les un une des du et pour dans est pas sur el los las y en para con por no del il lo gli e di per non che o os ' +
    'as do da na em het een voor niet van op i w z nie do na och att för en är på och и в на не для с что по ve bir için da'
  ).split(' '),
);
const wordless = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]+$/u;
const wordLettersMax = 16;

/**
 * The parts of a text in an undocumented field that match no known harmless shape: numbers, versions, days, addresses,
 * common words, setting names. In a sentence, word-like words are harmless too. If half is unfamiliar, all of it is.
 */
export function unfamiliarSpans(text: string): readonly Span[] {
  const found = matchesOf(text, runs).map(({ 0: run, index }) => ({ run, index, isKnown: isKnownRun(run) }));
  const unknown = found.filter(({ isKnown }) => !isKnown);
  const linked = found.filter(({ run }) => links.has(run.toLowerCase())).length;
  const isSentence =
    found.length >= sentenceWordsMin && (unknown.length * 2 <= found.length || linked * wordsPerLink >= found.length);
  const odd = isSentence ? unknown.filter(({ run }) => !isWordOfSentence(run)) : unknown;
  if (odd.length * 2 >= found.length && odd.length > 0) {
    return [{ start: 0, end: text.length }];
  }
  return odd.map(({ run, index }) => withoutQuotes(run, index));
}

/** Quotes belong to the text around a secret. */
function withoutQuotes(run: string, index: number): Span {
  const start = index + (/^["'`]/u.test(run) ? 1 : 0);
  return { start, end: Math.max(start, index + run.replace(/["'`]$/u, '').length) };
}

function isKnownRun(run: string): boolean {
  if (signs.test(run) || isReference(run)) {
    return true;
  }
  const core = run.replaceAll(around, '');
  return isKnown(core) || isKnown(run) || isKnownList(core);
}

/** Known things separated by commas, bars or brackets. */
function isKnownList(core: string): boolean {
  const parts = core.split(/[,;|(){}[\]<>"'=]+/u);
  return parts.length > 1 && parts.length <= piecesMax && parts.every((part) => part.length >= 2 && isKnown(part));
}

function isKnown(core: string): boolean {
  return (
    wordless.test(core) ||
    isKnownCompound(core) ||
    measured.some((shape) => shape.test(core)) ||
    isBracketedIp(core) ||
    isAddress(core) ||
    isPath(core)
  );
}

/** One word, or several joined like a name: `auto-run`, `max_retries`, `dryRun`, `gpt-4`. */
function isKnownCompound(core: string): boolean {
  if (core === '' || core.length > compoundCharsMax) {
    return false;
  }
  const parts = core
    .replaceAll(/([a-z])([A-Z])/gu, '$1 $2')
    .replaceAll(/([A-Za-z]{2})(\d{1,3})(?![0-9])/gu, '$1 $2')
    .split(/[\s_.:/@+’'-]+/u);
  return parts.filter((part) => part !== '').every((part) => isKnownPart(part)) && isCasedLikeName(core);
}

function isKnownPart(part: string): boolean {
  return (
    /^v?\d{1,4}[a-z]?$/iu.test(part) ||
    /^(?:19|20)\d{6}$/u.test(part) ||
    /^\d{1,3}[bkmx]$/iu.test(part) ||
    isKnownWord(part.toLowerCase())
  );
}

function isKnownWord(word: string): boolean {
  return (
    knownWords.has(word) ||
    settingsWords.has(word) ||
    (word.length > 4 && knownWords.has(word.replace(/(?:es|s|ed|d|ing|ly)$/u, '')))
  );
}

function isCasedLikeName(core: string): boolean {
  return core.split(/[^A-Za-z]+/u).every((part) => /^(?:[A-Z]?[a-z]*)+$|^[A-Z]+s?$/u.test(part));
}

function isAddress(core: string): boolean {
  if (isEmail(core)) {
    return isPathPart(core.slice(0, core.indexOf('@')));
  }
  const [, , authority = '', path = ''] = url.exec(core) ?? [];
  return authority === '' ? isHost(core) : isHost(authority) && path.split('/').every(isPathPart);
}

function isHost(text: string): boolean {
  const isLocal = /^(?:localhost|\[[0-9a-f:]+\]|\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?$/iu.test(text);
  return isLocal || (host.test(text) && text.split(/[.:]/u).every(isHostLabel));
}

function isHostLabel(label: string): boolean {
  return label === '*' || label.length < 4 || isPathPart(label);
}

/** A path with a root, or of two and more parts. */
function isPath(core: string): boolean {
  const isRooted = /^(?:~|\.{1,2}|[A-Za-z]:)?[\\/]/u.test(core);
  const parts = core.split(/[\\/]/u);
  return (isRooted || parts.length === 2) && core.length <= 200 && parts.every(isPathPart);
}

function isPathPart(part: string): boolean {
  const bare = part.replace(/^[.@~]+/u, '').replace(/:$/u, '');
  return bare === '' || /^\*{1,2}$/u.test(bare) || isKnownCompound(bare) || bare.split(/[-_.]/u).every(isNaturalWord);
}

/** A word between common ones: a name or a foreign word. */
function isWordOfSentence(run: string): boolean {
  const core = run.replaceAll(around, '');
  return core.split(/[-/’']/u).every(isNaturalWord);
}

function isNaturalWord(word: string): boolean {
  if (!letters.test(word) || word.length > wordLettersMax) {
    return word === '' || /^\d{1,4}$/u.test(word);
  }
  const plain = word.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  if (!latinLetters.test(plain)) {
    return !/[A-Za-z]/u.test(plain);
  }
  return (
    /^(?:[A-Z]?[a-z]+|[A-Z]{1,5})$/u.test(plain) &&
    (plain.length <= 3 || (/[aeiouy]/iu.test(plain) && drawnChars(plain) === 0))
  );
}
