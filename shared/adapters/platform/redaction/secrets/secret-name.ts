import { readingsOf } from '../words/fold-name.ts';
import { secretWord, secretWordsAlone } from '../words/secret-words.ts';

// `monkey` is none, and the keys of tables, keyboards and caches are no secrets.
const otherKeys =
  /^(?:mon|don|tur|joc|hoc|whis|hot|short|shortcut|primary|foreign|sort|partition|range|natural|idx|arrow|modifier|shift|enter|escape|tab|function|object|cache)keys?$/u;
const keyWord = /keys?\d{0,3}$/u;
// What may be said of a key without giving it away: `keyName`, `key_length`.
const ofKey: ReadonlySet<string> = new Set(
  'name names alias length len size type usage rotation binding bindings map format algorithm press pressed up down left right word board code count'.split(
    ' ',
  ),
);
const structural: ReadonlySet<string> = new Set(
  'primary foreign sort partition range natural hot shortcut arrow modifier shift cache object group'.split(' '),
);
const cred = /cred(?!it|ib|o$|os$)/u;
const otherCred = /sacred|accred|discred|incred/u;
const passWord =
  /^pass(?!ive|ed$|es$|ing|enger|age|thr|ion|over|band|list|able|word$)|pass(?:wd|w)|pwd|(?:^|[a-z])pw$/u;
const endsInPass = /(?<!com|by|tres|sur|under|over|encom|im|fly)pass\d{0,3}$/u;

// An amount of tokens, as in `maxOutputTokens`, is the most common number of all and no secret.
const amountOfTokens =
  /^(?=.*tokens)(?=.*(max|min|limit|budget|count|total|number|num|output|input|thinking|context|completion|prompt|reasoning|cache))/u;
const amountMax = 100_000_000;
// Names are compared whole up to this many characters: longer ones are texts.
const nameCharsMax = 200;

/**
 * Whether a key, flag, header or variable of this name holds a secret: camel, snake or kebab, in any case, in the larger
 * languages, and also when letters of other alphabets or digits stand in for Latin ones.
 */
export function isSecretName(name: string): boolean {
  return readingsOf(name.slice(0, nameCharsMax)).some(isSecretReading);
}

function isSecretReading(name: string): boolean {
  const words = wordsOf(name);
  return (
    secretWord.test(words.join('')) ||
    words.some((word, index) => secretWordsAlone.has(word) || isPassWord(word) || isKeyAt(words, index))
  );
}

function isPassWord(word: string): boolean {
  return (cred.test(word) && !otherCred.test(word)) || passWord.test(word) || endsInPass.test(word);
}

function isKeyAt(words: readonly string[], index: number): boolean {
  const [before = '', word = '', after = ''] = [words[index - 1], words[index], words[index + 1]];
  return (
    keyWord.test(word) && !otherKeys.test(word) && !ofKey.has(after) && !(word.length <= 4 && structural.has(before))
  );
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
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}
