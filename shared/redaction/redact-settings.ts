import { isList, isObject, type Json, type JsonObject } from '../controls/json.ts';
import { isSecretMark } from '../controls/secret-mark.ts';
import { markInText, secretSpans, withMarks, type Fingerprint, type TextRole } from './redact-text.ts';
import { isHarmlessNumber, isReference, isSettingWord, isEmail } from './secrets/harmless-value.ts';
import { isSecretMapName, isSecretName, isTokenAmount } from './secrets/secret-name.ts';
import { markOf, arePieces, isIndexed } from './secrets/secret-pieces.ts';
import { unfamiliarSpans } from './secrets/unfamiliar-text.ts';
import { settingsShape, type FieldsShape, type Shape } from './settings-shape.ts';
import { mergeSpans, replaceSpans, type Span, spansBesideMarks } from './spans/spans.ts';

// Real settings are shallower. Deeper values are replaced entirely: unread, but a change still shows.
const depthMax = 40;

// Names of headers and variables. Any other text in place of a name may be the secret itself.
const plainName = /^[a-z][a-z_-]{0,39}\d{0,2}$/iu;
const commit = /^[0-9a-f]{40}$/u;
const commitFields: ReadonlySet<string> = new Set(['ref', 'sha', 'commit', 'rev', 'revision', 'pin']);
const sourceFields: ReadonlySet<string> = new Set(
  'source repo repository url path directory host owner name package version branch tag autoUpdate'.split(' '),
);
const labelFields: ReadonlySet<string> = new Set(
  'name key header variable var field flag option id label title setting property attribute parameter k n'.split(' '),
);
const labelledFields: ReadonlySet<string> = new Set('value val content data default text v string secret'.split(' '));

interface Place {
  readonly shape: Shape;
  readonly depth: number;
  readonly fingerprint: Fingerprint;
  /** Marks of an earlier redaction stay. */
  readonly isAgain?: boolean;
}

/** The rules' version: raise it when they hide something else or mark it differently. */
export const redactionVersion = 4;

/**
 * Replaces each secret in the settings with a mark: by position (platform-api.md, "Custom model"), by key name, or by
 * look. Keeps what a reader of a change needs; in doubt it is replaced. Equal secrets have equal fingerprints, so that
 * a changed one shows.
 */
export function redactSettings(settings: Readonly<Record<string, unknown>>, fingerprint: Fingerprint): JsonObject {
  // Parsed JSON by construction.
  return redactFields(settings as JsonObject, settingsShape, { shape: settingsShape, depth: 0, fingerprint });
}

/**
 * Redacts settings again that were redacted by these or earlier rules: adds what these find and keeps existing marks.
 * Under the same rules it changes nothing.
 */
export function redactAgain(settings: JsonObject, fingerprint: Fingerprint): JsonObject {
  return redactFields(settings, settingsShape, { shape: settingsShape, depth: 0, fingerprint, isAgain: true });
}

function redact(value: Json, at: Place): Json {
  if (at.isAgain === true && isSecretMark(value)) {
    return value;
  }
  if (value === null || typeof value === 'boolean') {
    return at.shape === 'secret' || at.shape === 'secrets' ? markOf(value, at.fingerprint) : value;
  }
  if (at.shape === 'secret' || at.depth > depthMax) {
    return markOf(value, at.fingerprint);
  }
  if (at.shape === 'secrets') {
    return redactSecrets(value, at);
  }
  return typeof at.shape === 'string' ? redactPlain(value, at, at.shape) : redactShaped(value, at, at.shape);
}

function redactShaped(value: Json, at: Place, shape: Exclude<Shape, string>): Json {
  if (shape.kind === 'list') {
    const here = inside(at, shape.of);
    return isList(value) ? value.map((item) => redact(item, here)) : redact(value, { ...at, shape: shape.otherwise });
  }
  if (shape.kind === 'map') {
    return isObject(value) ? redactMap(value, inside(at, shape.of)) : redact(value, { ...at, shape: shape.otherwise });
  }
  return isObject(value) ? redactFields(value, shape, at) : redact(value, { ...at, shape: shape.otherwise });
}

function redactPlain(value: Json, at: Place, shape: Extract<Shape, string>): Json {
  if (typeof value === 'string') {
    return redactPlainText(value, at, shape);
  }
  if (typeof value === 'number') {
    return isHarmlessNumber(value) ? value : markOf(value, at.fingerprint);
  }
  const here = inside(at, shape === 'source' || (shape === 'id' && isList(value)) ? shape : 'free');
  return isList(value) ? redactFreeList(value, here) : isObject(value) ? redactFreeObject(value, here) : value;
}

function redactPlainText(text: string, at: Place, shape: Extract<Shape, string>): Json {
  if (isReference(text)) {
    return text;
  }
  const role = shape === 'text' ? 'documented' : shape === 'id' ? 'id' : 'unknown';
  // In a text of unknown meaning, anything but addresses and common words is a secret too.
  const spans = spansIn(text, at, (each) =>
    role === 'unknown' ? [...secretSpans(each, role), ...unfamiliarSpans(each)] : secretSpans(each, role),
  );
  const redacted = withMarks(text, spans, at.fingerprint);
  return typeof redacted === 'string' ? redacted : { ...redacted };
}

function redactName(key: string, role: TextRole, at: Place): string {
  const spans = spansIn(key, at, (each) => secretSpans(each, role));
  return replaceSpans(key, spans, (part) => markInText(part, at.fingerprint));
}

function spansIn(text: string, { isAgain = false }: Place, find: (text: string) => readonly Span[]): readonly Span[] {
  return isAgain ? spansBesideMarks(text, find) : mergeSpans(find(text));
}

function redactFields(object: JsonObject, shape: FieldsShape, at: Place): JsonObject {
  return redactMembers(object, (key, value) => {
    const documented = shape.fields.get(key);
    if (documented !== undefined && !isOfWrongType(value, documented)) {
      return [key, redact(value, inside(at, documented))];
    }
    return shape.others === 'secrets'
      ? [secretsKey(key, at), isSwitch(value) ? value : redact(value, inside(at, 'secrets'))]
      : [redactName(key, 'unknown', at), redactNamed(key, value, inside(at, 'free'))];
  });
}

/** A map with chosen names, or user ids and emails, as keys: they say nothing about the values. */
function redactMap(object: JsonObject, at: Place): JsonObject {
  return redactMembers(object, (key, value) => {
    const isContainer = typeof value === 'object' && isSecretName(key);
    const here = isContainer && !isEmail(key) ? { ...at, shape: withSecrets(at.shape) } : at;
    const redacted = isContainer || isEmail(key) ? redact(value, here) : redactNamed(key, value, at);
    return [redactName(key, 'id', at), redacted];
  });
}

function withSecrets(shape: Shape): Shape {
  const isDocumented = typeof shape !== 'string' && shape.kind === 'fields';
  return isDocumented ? { ...shape, others: 'secrets', otherwise: 'secret' } : 'secrets';
}

/** In `{"name": "API_KEY", "value": "…"}` the name describes the value, and holds no secret itself. */
function redactFreeObject(object: JsonObject, at: Place): JsonObject {
  if (isIndexed(object) && arePieces(Object.values(object))) {
    return { ...markOf(object, at.fingerprint) };
  }
  const isPair = Object.keys(object).some((key) => labelledFields.has(key.toLowerCase()));
  const isLabel = (key: string): boolean => isPair && labelFields.has(key.toLowerCase());
  const isLabelled = Object.entries(object).some(
    ([key, label]) => isLabel(key) && typeof label === 'string' && isSecretName(label),
  );
  return redactMembers(object, (key, value) => {
    const isSecret = isLabelled && labelledFields.has(key.toLowerCase()) && !isSwitch(value);
    const plain = isLabel(key) ? redactLabel(value, at) : redactNamed(key, value, at);
    return [redactName(key, 'unknown', at), isSecret ? marked(value, at) : plain];
  });
}

/** A name is shown like a key, whatever its words. */
function redactLabel(value: Json, at: Place): Json {
  return typeof value === 'string' ? redactName(value, 'unknown', at) : redact(value, at);
}

/** `["--token", "…"]`, and pairs such as `["Authorization", "…"]`. */
function redactFreeList(list: readonly Json[], at: Place): Json {
  if (at.shape !== 'id' && arePieces(list)) {
    return markOf(list, at.fingerprint);
  }
  return list.map((item, index) => {
    const before = list[index - 1];
    const isBehindName =
      typeof before === 'string' && (before.startsWith('-') || list.length === 2) && isSecretName(before);
    return isBehindName && !isSwitch(item) ? marked(item, at) : redact(item, at);
  });
}

/** A value of which only the key is known. */
function redactNamed(key: string, value: Json, at: Place): Json {
  if (isSwitch(value)) {
    return value;
  }
  if (isSecretName(key)) {
    return isTokenAmount(key, value) ? value : marked(value, at);
  }
  if (isSecretMapName(key)) {
    return redact(value, { ...at, shape: 'secrets' });
  }
  if (at.shape !== 'source' || typeof value !== 'string') {
    return redact(value, at);
  }
  const isPin = commitFields.has(key);
  return isPin && commit.test(value)
    ? value
    : redact(value, isPin || sourceFields.has(key) ? { ...at, shape: 'text' } : at);
}

/** A map or list of secrets at any depth; header and variable names stay. */
function redactSecrets(value: Json, at: Place): Json {
  const here = inside(at, 'secrets');
  if (isList(value)) {
    return value.map((item) => redact(item, here));
  }
  return isObject(value)
    ? redactMembers(value, (key, member) => [secretsKey(key, at), redact(member, here)])
    : markOf(value, at.fingerprint);
}

function secretsKey(key: string, at: Place): string {
  const isMarked = at.isAgain === true && key.includes('[secret:');
  return plainName.test(key) || isMarked ? redactName(key, 'unknown', at) : markInText(key, at.fingerprint);
}

/** The object with other keys and values. Keys that become equal stay distinct, so that none hides another. */
function redactMembers(
  object: JsonObject,
  redacted: (key: string, value: Json) => readonly [string, Json],
): JsonObject {
  const members = new Map<string, Json>();
  for (const [key, value] of Object.entries(object)) {
    const [newKey, newValue] = redacted(key, value);
    members.set(members.has(newKey) ? `${newKey} (${members.size + 1})` : newKey, newValue);
  }
  // Defines each member, so that `__proto__` is a key like any other.
  return Object.fromEntries(members);
}

function marked(value: Json, at: Place): Json {
  return at.isAgain === true && isSecretMark(value) ? value : { ...markOf(value, at.fingerprint) };
}

function inside(at: Place, shape: Shape): Place {
  return { ...at, shape, depth: at.depth + 1 };
}

/** A value that switches a setting on, off or to a level reveals no secret. */
function isSwitch(value: Json): boolean {
  return value === null || typeof value === 'boolean' || (typeof value === 'string' && isSettingWord(value));
}

function isOfWrongType(value: Json, shape: Shape): boolean {
  return (shape === 'flag' && typeof value !== 'boolean') || (shape === 'number' && typeof value !== 'number');
}
