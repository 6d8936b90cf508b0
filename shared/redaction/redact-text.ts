import type { SecretMark } from '../controls/secret-mark.ts';
import { recentValues } from '../kernel/recent-values.ts';
import {
  isBracketedIp,
  isIdentifier,
  isPlainArgument,
  isReference,
  isSettingWord,
  isVariable,
} from './secrets/harmless-value.ts';
import { knownSecretSpans, uuidSpans } from './secrets/known-secrets.ts';
import { randomSpans, scrambledSpans, type Suspicion } from './secrets/random-text.ts';
import { isSecretName } from './secrets/secret-name.ts';
import { shapedSecretSpans } from './secrets/shaped-secrets.ts';
import { assignedSecretSpans } from './spans/assignment-spans.ts';
import { fedSecretSpans } from './spans/fed-spans.ts';
import { type ShellWord, shellWords } from './spans/shell-words.ts';
import { matchesOf, mergeSpans, outsideOf, replaceSpans, type Span } from './spans/spans.ts';
import { randomLabels, urlParts } from './spans/url-spans.ts';

const argsMax = 300;

interface Command {
  /** Ends where the arguments begin. */
  readonly pattern: RegExp;
  readonly before?: number;
  /** Arguments that are never the secret. */
  readonly isOther?: RegExp;
  readonly options?: RegExp;
}

const commands: readonly Command[] = [
  { pattern: /\bnet\s{1,4}use\b/giu, isOther: /^(?:\\|[A-Z]:$|\*$|lpt\d|\/)/iu },
  { pattern: /\bnet\s{1,4}user\b/giu, before: 1, isOther: /^(?:\/|\*$)/u },
  { pattern: /\brabbitmqctl\s{1,4}(?:add_user|change_password|authenticate_user)\b/gu, before: 1 },
  { pattern: /\bConvertTo-SecureString\b/giu },
  { pattern: /\bopenssl\s{1,4}passwd\b/gu, options: /^-(?:in|salt)$/u },
  { pattern: /\bmkpasswd\b/gu, options: /^(?:-m|--method|-R|--rounds|-P|-l)$/u },
  { pattern: /\bslappasswd\b/gu, options: /^-[hco]$/u },
  { pattern: /\brclone\s{1,4}obscure\b/gu },
  { pattern: /\bcaddy\s{1,4}hash-password\b/gu, options: /^--algorithm$/u },
  { pattern: /\bwpa_passphrase\b/gu, before: 1 },
  {
    pattern: /\bansible-vault\s{1,4}encrypt_string\b/gu,
    options: /^(?:-n|--(?:stdin-)?name|--(?:encrypt-)?vault-\S{1,30})$/u,
  },
  { pattern: /\bcomposer\s{1,4}config\s[^|;\n]{0,80}?\bhttp-basic\.[\w.-]{1,120}/gu, before: 1 },
  { pattern: /\bcomposer\s{1,4}config\s[^|;\n]{0,80}?\b(?:\w{2,12}-(?:token|oauth)|bearer)\.[\w.-]{1,120}/gu },
  {
    pattern: /\boathtool\b/gu,
    options: /^(?:-[dswNSc]|--(?:digits|window|now|counter|start-time)|--time-step-size)$/u,
  },
  { pattern: /\bykman\s{1,4}(?:oath\s{1,4})?(?:accounts\s{1,4})?(?:add|uri)\b/gu, before: 1 },
  { pattern: /\bredis-cli\b[^|;\n]{0,120}?\sAUTH\b/giu, isOther: /^default$/u },
  { pattern: /\bhtpasswd\s{1,4}-(?=\w{0,6}b)(?!\w{0,6}n)\w{1,8}\b/gu, before: 2 },
  { pattern: /\bhtpasswd\s{1,4}-(?=\w{0,6}b)(?=\w{0,6}n)\w{1,8}\b/gu, before: 1 },
  { pattern: /\b(?:add-user|useradd|user\s{1,4}add|create-user)\.(?:sh|bat)\b/gu, before: 1 },
];

// `NetworkCredential('bob', '…')`, `crypt('…')`: the last text in the brackets.
const calls =
  /\b(?:\w{0,30}(?:credentials?|passw(?:or)?d|password_hash|hashpw|securestring)(?:\]?::new)?|crypt|login|log_in|logon|authenticate|auth|(?:http)?(?:basic|digest|proxy)_?auth|totp|sign_?in)\s{0,2}=?\s{0,2}\(/giu;
// `IDENTIFIED BY '…'`, `PASSWORD '…'`.
const sql = /\b(?:identified\s{1,4}by|password)(?:\s{1,4}as)?\s{1,4}(?=["'])/giu;

function argumentSecretSpans(text: string): readonly Span[] {
  return [
    ...commands.flatMap((command) => argumentsOf(text, command)),
    ...matchesOf(text, calls).flatMap((call) => lastTextOf(text, call.index + call[0].length)),
    ...matchesOf(text, sql).flatMap(({ 0: found, index }) =>
      shellWords(text, index + found.length, Math.min(text.length, index + found.length + argsMax)).slice(0, 1),
    ),
  ];
}

function argumentsOf(text: string, { pattern, before = 0, isOther, options }: Command): readonly Span[] {
  let readTo = 0;
  return matchesOf(text, pattern).flatMap(({ 0: found, index }) => {
    const from = index + found.length;
    // A nested command is read with the outer one's arguments.
    if (index < readTo) {
      return [];
    }
    readTo = partEnd(text, from);
    const words = shellWords(text, from, readTo);
    const plain = words.filter(({ text: word }, at) => {
      const option = words[at - 1]?.text ?? '';
      return !word.startsWith('-') && isOther?.test(word) !== true && options?.test(option) !== true;
    });
    return plain.slice(before).filter(mayBeSecret);
  });
}

function lastTextOf(text: string, from: number): readonly Span[] {
  const inside = text.slice(from, from + argsMax);
  const close = inside.indexOf(')');
  const texts = Array.from(
    inside.slice(0, close === -1 ? undefined : close).matchAll(/(["'])((?:(?!\1).)*)\1/gu),
    ({ 2: value = '', index }) => ({ start: from + index + 1, end: from + index + 1 + value.length, text: value }),
  );
  return texts.slice(-1).filter(mayBeSecret);
}

function mayBeSecret({ text }: ShellWord): boolean {
  return text !== '' && !isVariable(text) && !isSettingWord(text);
}

/** The end of the surrounding command: the next command separator, quoted or not. */
function partEnd(text: string, from: number): number {
  const rest = text.slice(from, from + argsMax);
  const end = rest.search(/[|;\n]|(?<=\s)&&?(?=\s)/u);
  return from + (end === -1 ? rest.length : end);
}

// Text separators in programs that keep the meaning: `"ab" + "cd"`, `'ab'"cd"`, `ab\⏎cd`, `sk-^ab`.
const joints =
  /\\(?:\r?\n)|(?<=\w)["'`]\s{0,4}(?:\+|\.{1,2}|&|~|,)?\s{0,4}["'`](?=\w)|(?<=[\w-])\^(?=\w)|(?<=["'`])["'`](?=["'`])/gu;
const escapes = /\\x([2-7][0-9a-f])|\\u00([2-7][0-9a-f])|\\u\{0{0,4}([2-7][0-9a-f])\}|&#x([2-7][0-9a-f]);/giu;
const either = new RegExp(`${joints.source}|${escapes.source}`, 'giu');

/** A text as a program reads it, with the original positions of its characters. */
interface JoinedText {
  readonly text: string;
  placed(spans: readonly Span[]): readonly Span[];
}

/** The text with split strings joined and character codes decoded; undefined when there are none. */
function joinedText(text: string): JoinedText | undefined {
  const letters: string[] = [];
  const places: Span[] = [];
  const keep = (from: number, to: number): void => {
    for (let at = from; at < to; at += 1) {
      letters.push(text.charAt(at));
      places.push({ start: at, end: at + 1 });
    }
  };
  let from = 0;
  for (const { 0: found, index, ...groups } of text.matchAll(either)) {
    const code = [groups[1], groups[2], groups[3], groups[4]].find((group) => group !== undefined);
    keep(from, index);
    from = index + found.length;
    if (code !== undefined) {
      letters.push(String.fromCodePoint(Number.parseInt(code, 16)));
      places.push({ start: index, end: from });
    }
  }
  if (from === 0) {
    return undefined;
  }
  keep(from, text.length);
  return {
    text: letters.join(''),
    placed: (spans) =>
      spans
        .filter(({ start, end }) => start < end)
        .map(({ start, end }) => ({ start: places[start]?.start ?? 0, end: places[end - 1]?.end ?? text.length })),
  };
}

/** Gives the same short text for the same secret; the secret cannot be derived from it. */
export type Fingerprint = (secret: string) => string;

/**
 * What a text is known to be. `documented`: something people wrote, by the platform's document. `id`: the same, or the
 * id of a user or model, which may well be random. `unknown`: nothing is known of it.
 */
export type TextRole = 'documented' | 'id' | 'unknown';

const suspicions: Readonly<Record<TextRole, Suspicion>> = {
  documented: { drawnCharsMin: 8, digitsMin: 16 },
  id: { drawnCharsMin: 8, digitsMin: 24 },
  unknown: { drawnCharsMin: 6, digitsMin: 8 },
};

const bareHost = /^[*.]{0,3}(?:[\w-]{1,63}\.){1,10}[a-z]{2,24}$/iu;

/** The text with each secret replaced by a mark; a mark alone when all of it is secret. */
export function redactText(text: string, role: TextRole, fingerprint: Fingerprint): string | SecretMark {
  return withMarks(text, secretSpans(text, role), fingerprint);
}

/** The text with merged spans replaced by marks. */
export function withMarks(text: string, spans: readonly Span[], fingerprint: Fingerprint): string | SecretMark {
  const [first] = spans;
  if (first !== undefined && text.slice(first.start, first.end).trim() === text.trim()) {
    return { $secret: 'literal', fingerprint: fingerprint(text) };
  }
  return replaceSpans(text, spans, (part) => markInText(part, fingerprint));
}

export function redactKey(key: string, role: TextRole, fingerprint: Fingerprint): string {
  return replaceSpans(key, secretSpans(key, role), (part) => markInText(part, fingerprint));
}

export function markInText(secret: string, fingerprint: Fingerprint): string {
  return `[secret:${fingerprint(secret)}]`;
}

/** The secret parts of a text, in order. */
export function secretSpans(text: string, role: TextRole): readonly Span[] {
  return findSpans[role](text);
}

const textsMin = 2_000;
const charsMax = 1_000;

/** Caches by text: revisions share nearly all. Keeps about 4,000 texts of at most 1,000 characters. */
export function rememberSpans(find: (text: string) => readonly Span[]): (text: string) => readonly Span[] {
  const known = recentValues<readonly Span[]>(textsMin);
  return (text) => {
    const spans = known.get(text) ?? find(text);
    if (text.length <= charsMax) {
      // Setting it again keeps recently used entries.
      known.set(text, spans);
    }
    return spans;
  };
}

const findSpans: Readonly<Record<TextRole, (text: string) => readonly Span[]>> = {
  documented: rememberSpans((text) => newSecretSpans(text, 'documented')),
  id: rememberSpans((text) => newSecretSpans(text, 'id')),
  unknown: rememberSpans((text) => newSecretSpans(text, 'unknown')),
};

function newSecretSpans(text: string, role: TextRole): readonly Span[] {
  if (isReference(text)) {
    return [];
  }
  const known = knownSecretSpans(text);
  if (role === 'id' && known.length === 0 && isIdentifier(text)) {
    return [];
  }
  const { secrets, hosts } = urlParts(text);
  const suspicion = suspicions[role];
  const hostSpans = mergeSpans(bareHost.test(text) || isBracketedIp(text) ? [{ start: 0, end: text.length }] : hosts);
  const drawn = outsideOf(hostSpans, text.length).flatMap((part) => [
    ...randomSpans(text, part, suspicion),
    ...scrambledSpans(text, part).filter(({ start, end }) => !isAddressed(text.slice(start, end))),
  ]);
  const labels = hostSpans.flatMap((host) => randomLabels(text, host));
  const random = role === 'id' ? drawn : [...drawn, ...uuidSpans(text)];
  const joined = joinedText(text);
  return mergeSpans([
    ...known,
    ...shapedSecretSpans(text),
    ...secrets,
    ...assignedSecretSpans(text),
    ...argumentSecretSpans(text),
    ...fedSecretSpans(text),
    ...labels,
    ...random,
    ...(joined === undefined ? [] : joined.placed(joinedSpans(joined.text, suspicion))),
  ]);
}

/** Finds what shows only when a text cut by quotes and signs is read whole. */
function joinedSpans(text: string, suspicion: Suspicion): readonly Span[] {
  return [
    ...knownSecretSpans(text),
    ...randomSpans(text, { start: 0, end: text.length }, suspicion),
    ...assignedSecretSpans(text),
  ];
}

const addressed = /^@?([\w./-]{1,80})@([\w.-]{1,120})(?::[\w./~-]{0,120})?$/u;

const assigned = /^([A-Za-z][\w.-]{1,60})=([\w.-]{1,60})$/u;

/** `deploy@10.1.2.3`, `@acme/cli@1.2.3`, `image.tag=v1.2.3`: names and versions, whatever the separators. */
function isAddressed(text: string): boolean {
  const [, before = '', behind = ''] = addressed.exec(text) ?? assigned.exec(text) ?? [];
  return behind !== '' && isPlainArgument(before) && isPlainArgument(behind);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

/** Whether an entry of a free-form map looks like a secret, by name or value. A UUID does not. */
export function isSecretEntry(key: string, value: string): boolean {
  return isSecretName(key) || holdsSecret(key, redactKey) || (!uuid.test(value) && holdsSecret(value, redactText));
}

function holdsSecret(text: string, redact: typeof redactText | typeof redactKey): boolean {
  return redact(text, 'documented', () => '') !== text;
}
