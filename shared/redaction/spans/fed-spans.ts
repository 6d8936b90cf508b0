import { isPlainArgument, isVariable } from '../secrets/harmless-value.ts';
import { shellWordAt, shellWords, type ShellWord } from './shell-words.ts';
import { matchesOf, type Span } from './spans.ts';

// How much of a line is read around a pipe, so that a long text takes linear time.
const segmentMax = 300;
const documentMax = 16_384;

/** Programs and options that read a secret from standard input, or convert one. */
const readers =
  /(?<![\w./-])(?:kinit|kadmin|k5start|(?:ch|smb|ldap|vnc|h|mk|k)?passwd|htpasswd|mkpasswd|slappasswd|su|ssh-add|gpg2?|age|cryptsetup|secret-tool|bw|op|lpass|keepassxc-cli|restic|borg|keytool|jarsigner|ansible-vault|ecryptfs-\w{1,30}|wg|smbclient|x11vnc|snowsql|argon2|bcrypt|base64|base32|xxd|ConvertTo-SecureString|md5sum|sha\d{1,3}sum|shasum)(?![\w.-])|(?<![\w-])(?:pass\s{1,4}insert|secrets?\s{1,4}(?:put|set|add|create)|config\s{1,4}set-password|variables?\s{1,4}set|rclone\s{1,4}obscure|(?:auth\s{1,4})?log(?:in|on)|sign-?in|unlock|openssl|hash-password|sudo\s[^|;\n]{0,40}?(?:-S|--stdin)|read\s{1,4}-\w{0,4}s\w{0,4})(?![\w-])|(?:pass\w{0,8}|token|secret|key|with-token)[-_ ]?(?:on-)?(?:stdin|fd|file=-)|--stdin|--with-token|-pass\s{1,4}stdin/iu;
const writers =
  /(?<![\w./-])(?:echo|printf|print|yes|say|Write-(?:Output|Host))(?=\s)|^\s{0,8}(?=["'][^"']{0,200}["']\s{0,8}$)/iu;
const format = /^(?:%[-\d.]{0,4}[a-z]|\\[a-z]|\s)+$/iu;
const hereDocuments = /<<-?\s{0,2}\\?["']?([A-Za-z_]\w{0,30})["']?/gu;
const hereStrings = /<<<\s{0,4}(?=\S)/gu;
const substitutions = /<\(\s{0,4}(?:echo|printf|print)\s{1,4}/gu;
const pipes = /(?<!\|)\|&?(?!\|)/gu;
const partEnds = /[|;&\n]/u;
const doneWords = /^(?:y|n|yes|no|ok|exit|quit|q|true|false|hello|done|-)$/iu;
// Programs that type: `send "…"` of expect, `sendline('…')`, `send-keys`, `xdotool type`.
const typing =
  /\b(?:send(?:_tty|_keys|line|Keys|-keys|text)?|(?:xdotool|ydotool|wtype)\s{1,4}type)(?:\s{1,4}-{1,2}[\w-]{0,20}(?:\s{1,4}(?=[^\s"'-])\w{1,30}(?=\s))?){0,3}(?:\s{0,4}\(\s{0,4}|\s{1,4})(?=\S)/giu;
const prompts = /pass|word|pin\b|secret|code|token|phrase|key|otp/iu;
const promptChars = 60;

/** Input of programs that read a secret: by pipe, here-string or here-document, or typed. */
export function fedSecretSpans(text: string): readonly Span[] {
  return [
    ...pipedSpans(text),
    ...substitutedSpans(text),
    ...hereStringSpans(text),
    ...hereDocumentSpans(text),
    ...typedSpans(text),
  ];
}

function pipedSpans(text: string): readonly Span[] {
  return matchesOf(text, pipes).flatMap(({ 0: pipe, index }) => {
    const from = partStart(text, index);
    const writer = writers.exec(text.slice(from, index));
    return writer === null || !readers.test(lineAfter(text, index + pipe.length))
      ? []
      : shellWords(text, from + writer.index + writer[0].length, index).filter(mayBeSecret);
  });
}

/** `--password-file=<(echo …)`. */
function substitutedSpans(text: string): readonly Span[] {
  return matchesOf(text, substitutions).flatMap(({ 0: beginning, index }) => {
    const from = index + beginning.length;
    const end = text.slice(from, from + segmentMax).indexOf(')');
    const isAsked = prompts.test(text.slice(Math.max(0, index - promptChars), index));
    return end === -1 || !isAsked ? [] : shellWords(text, from, from + end).filter(mayBeSecret);
  });
}

function hereStringSpans(text: string): readonly Span[] {
  return matchesOf(text, hereStrings).flatMap(({ 0: sign, index }) => {
    const command = text.slice(partStart(text, index), index);
    const at = index + sign.length;
    const word = shellWordAt(text, at, Math.min(text.length, at + documentMax));
    const isSecret = readers.test(command) ? mayBeSecret(word) : isLikePassword(word.text);
    return isSecret ? [word] : [];
  });
}

function hereDocumentSpans(text: string): readonly Span[] {
  return matchesOf(text, hereDocuments).flatMap(({ 0: sign, 1: name = '', index }) => {
    const lineEnd = text.indexOf('\n', index);
    const command = `${text.slice(partStart(text, index), index)} ${lineAfter(text, index + sign.length)}`;
    if (lineEnd === -1 || !readers.test(command)) {
      return [];
    }
    const rest = text.slice(lineEnd + 1, lineEnd + 1 + documentMax);
    const end = rest.search(new RegExp(`^\\s{0,20}${name}\\s{0,20}$`, 'mu'));
    return shellWords(text, lineEnd + 1, lineEnd + 1 + (end === -1 ? rest.length : end)).filter(mayBeSecret);
  });
}

function typedSpans(text: string): readonly Span[] {
  return matchesOf(text, typing).flatMap(({ 0: call, index }) => {
    const at = index + call.length;
    const word = shellWordAt(text, at, Math.min(text.length, at + segmentMax));
    const typed = word.text.replace(/\\?(?:\\[rnt]|\{ENTER\}|\s)+$/iu, '');
    const isAsked = prompts.test(text.slice(Math.max(0, index - promptChars), index));
    const isSecret =
      mayBeSecret({ ...word, text: typed }) && !/\s/u.test(typed) && (isAsked || !isPlainArgument(typed));
    return isSecret ? [{ start: word.start, end: word.start + (typed === '' ? 0 : typed.length) }] : [];
  });
}

function mayBeSecret({ text }: ShellWord): boolean {
  return text !== '' && !text.startsWith('-') && !isVariable(text) && !format.test(text) && !doneWords.test(text);
}

function isLikePassword(text: string): boolean {
  return /^[^\s(){}[\]=]{6,}$/u.test(text) && /\d/u.test(text) && /\p{L}{2}/u.test(text) && !isPlainArgument(text);
}

function partStart(text: string, end: number): number {
  const from = Math.max(0, end - segmentMax);
  for (let at = end - 1; at >= from; at -= 1) {
    if (partEnds.test(text.charAt(at))) {
      return at + 1;
    }
  }
  return from;
}

function lineAfter(text: string, from: number): string {
  const line = text.slice(from, from + segmentMax);
  const end = line.indexOf('\n');
  return end === -1 ? line : line.slice(0, end);
}
