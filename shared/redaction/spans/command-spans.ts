import { isSettingWord, isVariable } from '../secrets/harmless-value.ts';
import { shellWords, type ShellWord } from './shell-words.ts';
import { matchesOf, type Span } from './spans.ts';

const argsMax = 300;

interface Command {
  /** Ends where the arguments begin. */
  readonly pattern: RegExp;
  /** Arguments before the secret. */
  readonly before?: number;
  /** Arguments that are never the secret. */
  readonly isOther?: RegExp;
  /** Options that take the next word. */
  readonly options?: RegExp;
}

/** Programs that take a secret as a plain argument. */
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

/** Secrets as arguments of a program, function or statement. */
export function argumentSecretSpans(text: string): readonly Span[] {
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
