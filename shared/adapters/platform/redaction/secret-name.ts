// Found anywhere in a name without its separators and capitals: `clientSecret`, `X-Api-Key`, `AWS_ACCESS_KEY_ID`.
const telling =
  /token|secret|passw|passphrase|credential|authori[sz]ation|authenticat|cookie|private_?key|access_?key|api_?key|signature|bearer|session_?key|encryption_?key|signing_?key|client_?key|shared_?key|account_?key|subscription_?key|license_?key|connection_?string|webhook/u;

// Only as a word of their own: `author`, `bypass` and `pinned` name no secret.
const tellingWords: ReadonlySet<string> = new Set([
  'auth',
  'pem',
  'psk',
  'passcode',
  'pass',
  'pwd',
  'pw',
  'jwt',
  'otp',
  'pat',
  'dsn',
  'hmac',
  'salt',
  'sig',
]);

// An amount of tokens, as in `maxOutputTokens`, is the most common number of all and no secret.
const amountOfTokens =
  /^(?=.*tokens)(?=.*(max|min|limit|budget|count|total|number|num|output|input|thinking|context|completion|prompt|reasoning|cache))/u;
const amountMax = 100_000_000;

/** Whether a key, flag, header or variable of this name holds a secret: camel, snake or kebab, in any case. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  const isKey = words.length === 1 && (words[0] === 'key' || words[0] === 'keys');
  return isKey || telling.test(words.join('')) || words.some((word) => tellingWords.has(word));
}

/** Whether a name that sounds like a secret holds a mere amount of tokens. */
export function isTokenAmount(name: string, value: unknown): boolean {
  const amount = typeof value === 'string' && /^\d{1,9}$/u.test(value) ? Number(value) : value;
  return typeof amount === 'number' && Math.abs(amount) <= amountMax && amountOfTokens.test(wordsOf(name).join(''));
}

/** Whether what stands under this name is a map of headers or of environment variables. */
export function isSecretMapName(name: string): boolean {
  const joined = wordsOf(name).join('');
  return joined.includes('header') || joined === 'env' || joined.includes('environment') || joined === 'envvars';
}

function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
