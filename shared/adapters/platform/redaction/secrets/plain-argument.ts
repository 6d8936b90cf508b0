import { drawnChars } from './random-text.ts';

const numberLike = /^\d{1,6}(?:[.:,/-]\d{1,6}){0,4}(?:\/(?:tcp|udp))?$/u;
const address = /^(?:[a-z][a-z0-9+.-]{1,20}:\/\/|[.~/]|[A-Z]:[\\/])/u;
const reference = /^[$%{<]/u;
const words = /^[@:]?[A-Za-z]{1,20}(?:[-_.,:/@][A-Za-z]{1,20}){0,8}(?:[-_.@]v?\d{1,4}(?:\.\d{1,4}){0,2})?\/?$/u;
const namesWithDigits =
  /^(?:x86|x64|x86_64|amd64|arm64|armv[78]|utf-?8|utf-?16|es\d{1,4}|k8s|s3|ec2|ipv[46]|mp[34]|h26[45]|sha\d{1,3}|md5|aes\d{0,3}|oauth2|http2|base64|win32|py\d{1,3}|python[23]|node\d{1,2}|java\d{1,2}|v\d{1,4})$/iu;
const vowels = /[aeiouy]/iu;

/**
 * Whether a value behind a flag of one letter is one of the things that commonly stand there: a number, a port, a path, an
 * address, a flag, a variable, or words of letters alone.
 */
export function isPlainArgument(value: string): boolean {
  return value.split(/\s+/u).every(isPlainWord);
}

function isPlainWord(value: string): boolean {
  const bare = value.replace(/[,;:.!?)\]]+$/u, '');
  return (
    bare.length <= 2 ||
    /^[-|&;<>*()]/u.test(bare) ||
    numberLike.test(bare) ||
    reference.test(bare) ||
    namesWithDigits.test(bare) ||
    address.test(bare) ||
    (words.test(bare) && bare.split(/[^A-Za-z]+/u).every(isWordLike))
  );
}

/** Letters that a person may have chosen as a word. */
function isWordLike(letters: string): boolean {
  const isOneCase = /^[A-Z]?[a-z]*$|^[A-Z]+$/u.test(letters);
  return letters.length < 3 || (isOneCase && vowels.test(letters) && drawnChars(letters) === 0);
}
