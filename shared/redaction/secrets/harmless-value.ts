import { drawnChars } from './random-text.ts';

// Words that switch settings: public, short, and what a reader of a change most needs to see.
const settingWords: ReadonlySet<string> = new Set(
  'low medium high off on auto auto-low auto-medium auto-high manual spec none always never allow deny ask true false enabled disabled required optional sso saml oidc oauth oauth2 ldap iam'.split(
    ' ',
  ),
);

// Only the plain form: in `${TOKEN:-abc}` the secret itself may stand.
const reference = /^\$\{[A-Z_][A-Z0-9_]{0,63}\}$/iu;
const schemeAndReference = /^(?:bearer|basic|token)\s+(\$\{[^}]*\})$/iu;

// What a shell puts a value in the place of: `$TOKEN`, `${TOKEN}`, `$(pass show x)`, `$env:TOKEN`, `%TOKEN%`, `{{ token }}`.
const variableOnly =
  /^(?:\$(?:env:)?[A-Z_]\w{0,63}|\$\{[A-Z_]\w{0,63}\}|\$\([^()]{0,120}\)?|%[A-Z_]\w{0,63}%|\{\{[^{}]{0,80}\}\})$/iu;

const namedVariable = /^(?:\$(?:env:)?[A-Z]{2,32}(?:_[A-Z0-9]{1,32}){0,8}|%[A-Z]{2,32}(?:_[A-Z0-9]{1,32}){0,8}%)$/u;

const digitsMax = 7;
const roundSteps = [1_000_000, 1_048_576];

/** Whether a text is one of the words that switch a setting, such as `high` or `never`. */
export function isSettingWord(text: string): boolean {
  return settingWords.has(text.toLowerCase());
}

/** Whether a text is a reference to a secret stored elsewhere, `${VAR}`, alone or after a scheme such as `Bearer`. */
export function isReference(text: string): boolean {
  const trimmed = text.trim();
  return reference.test(schemeAndReference.exec(trimmed)?.[1] ?? trimmed);
}

/** Whether a text is a variable, `$LLM_KEY`, `$env:LLM_KEY`, `%LLM_KEY%`. It may be a password, so never shown. */
export function isNamedVariable(text: string): boolean {
  return namedVariable.test(text.trim());
}

/** Whether a text is the name of a kind of key, such as `rsa:2048`. */
export function isAlgorithm(text: string): boolean {
  return algorithm.test(text);
}

/** Whether a text is only a variable of a shell or template: it names a secret and holds none. */
export function isVariable(text: string): boolean {
  return variableOnly.test(text);
}

/** Whether a number is too short or too round to be a secret. */
export function isHarmlessNumber(number: number): boolean {
  const digits = String(number).replaceAll(/\D/gu, '');
  return digits.length <= digitsMax || roundSteps.some((step) => number % step === 0);
}

const email = /^[^\s:@/"]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}$/iu;

const ids: readonly RegExp[] = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu,
  /^(?:user|usr|u|member|mem|account|acct|auth0|okta|google-oauth2|service|sa)[_|:-][0-9A-Za-z]{6,32}$/u,
  // ULIDs, and the ids of MongoDB.
  /^[0-9A-HJKMNP-TV-Z]{26}$/u,
  /^[0-9a-f]{24}$/u,
];

// Six or more pairs of digits with colons are how keys and their fingerprints are written.
const bracketedIp =
  /^\[(?=(?:[^:]*:){2})(?!(?:[0-9a-f]{2}:){5,}[0-9a-f]{2}\])[0-9a-f:]{2,39}(?:%[a-z0-9]{1,15})?\](?::\d{1,5})?$/iu;

/** Whether a text is an IPv6 address as before a port, such as `[2001:db8::1]:443`. */
export function isBracketedIp(text: string): boolean {
  return bracketedIp.test(text);
}

export function isEmail(text: string): boolean {
  return email.test(text);
}

/** Whether a text is an email, or looks like a user id of a system: random, but no secret. */
export function isIdentifier(text: string): boolean {
  return isEmail(text) || ids.some((id) => id.test(text));
}

const numberLike = /^\d{1,6}(?:[.:,/-]\d{1,6}){0,4}(?:\/(?:tcp|udp))?$/u;
const address = /^(?:[a-z][a-z0-9+.-]{1,20}:\/\/|[.~/]|[A-Z]:[\\/])/u;
const variable = /^[$%{<]/u;
const words = /^[@:]?[A-Za-z]{1,20}(?:[-_.,:/@][A-Za-z]{1,20}){0,8}(?:[-_.@]v?\d{1,4}(?:\.\d{1,4}){0,2})?\/?$/u;
const login =
  /^[A-Za-z][\w.-]{0,30}@(?:\d{1,3}(?:\.\d{1,3}){3}|(?:[a-z][a-z0-9-]{0,30}\.){0,5}[a-z][a-z0-9-]{0,30})(?::[\w./~-]{0,80})?$/u;
const algorithm = /^(?:rsa|dsa|ec|ecdsa|ed25519)(?::[\w-]{1,20})?$/iu;
const namesWithDigits =
  /^(?:x86|x64|x86_64|amd64|arm64|armv[78]|utf-?8|utf-?16|es\d{1,4}|k8s|s3|ec2|ipv[46]|mp[34]|h26[45]|sha\d{1,3}|md5|aes\d{0,3}|oauth2|http2|base64|win32|py\d{1,3}|python[23]|node\d{1,2}|java\d{1,2}|v\d{1,4}(?:\.\d{1,4}){0,3})$/iu;
const vowels = /[aeiouy]/iu;

/** Whether a value after a one-letter flag is an ordinary one: number, port, path, address, flag, variable, words. */
export function isPlainArgument(value: string): boolean {
  return value.split(/\s+/u).every(isPlainWord);
}

function isPlainWord(value: string): boolean {
  const bare = value.replace(/[,;:.!?)\]]+$/u, '');
  return (
    bare.length <= 2 ||
    /^[-|&;<>*()]/u.test(bare) ||
    numberLike.test(bare) ||
    variable.test(bare) ||
    isForeignWord(bare) ||
    (login.test(bare) && drawnChars(bare) === 0) ||
    namesWithDigits.test(bare) ||
    isAlgorithm(bare) ||
    address.test(bare) ||
    (words.test(bare) && bare.split(/[^A-Za-z]+/u).every(isWordLike))
  );
}

/** A word with non-English letters, such as `está`, `für` or `от`. */
function isForeignWord(text: string): boolean {
  return /^\p{L}[\p{L}\p{M}’']{0,24}$/u.test(text) && /[^A-Za-z’']/u.test(text) && !/\p{Ll}\p{Lu}/u.test(text);
}

/** Letters that a person may have chosen as a word. */
function isWordLike(letters: string): boolean {
  const isOneCase = /^[A-Z]?[a-z]*$|^[A-Z]+$/u.test(letters);
  return letters.length < 3 || (isOneCase && vowels.test(letters) && drawnChars(letters) === 0);
}
