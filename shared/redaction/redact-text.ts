import type { SecretMark } from '../controls/secret-mark.ts';
import { recentValues } from '../kernel/recent-values.ts';
import { isBracketedIp, isIdentifier, isPlainArgument, isReference } from './secrets/harmless-value.ts';
import { knownSecretSpans, uuidSpans } from './secrets/known-secrets.ts';
import { randomSpans, scrambledSpans, type Suspicion } from './secrets/random-text.ts';
import { isSecretName } from './secrets/secret-name.ts';
import { shapedSecretSpans } from './secrets/shaped-secrets.ts';
import { assignedSecretSpans } from './spans/assignment-spans.ts';
import { argumentSecretSpans } from './spans/command-spans.ts';
import { fedSecretSpans } from './spans/fed-spans.ts';
import { joinedText } from './spans/joined-text.ts';
import { mergeSpans, outsideOf, replaceSpans, type Span } from './spans/spans.ts';
import { randomLabels, urlParts } from './spans/url-spans.ts';

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

/**
 * Caches the search by text: revisions share nearly all texts. Keeps about 4,000 texts of at most 1,000 characters in
 * this process.
 */
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
