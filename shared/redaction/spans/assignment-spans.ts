import { isAlgorithm, isPlainArgument, isReference, isSettingWord, isVariable } from '../secrets/harmless-value.ts';
import { isSecretName, isTokenAmount } from '../secrets/secret-name.ts';
import { ofSentences } from '../secrets/shaped-secrets.ts';
import { shellWordAt } from './shell-words.ts';
import { matchesOf, type Span } from './spans.ts';

// A name in any alphabet, with the signs of variables, options and setting paths.
const name = String.raw`[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.$-]{0,79}`;
// `token=…`, `"apiKey": "…"`, `the password is …`, `das Passwort lautet …`. Bounded, so that a long text takes linear
// time.
const assignments = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}_$])((?:(?:api|access|private|signing|session|recovery|backup|security|verification|scratch|emergency|client|max|min|input|output|de|di|kata|mật|(?!\p{Script=Latin})\p{L}[\p{L}\p{M}]{1,24})\s)?\$?${name})` +
    String.raw`\\?["'\x60]?\]?(?:\s{0,8}(?:[:=：＝]{1,2}>?(?!\/\/)|%(?:25){0,2}3[Dd]|<-)\s{0,8}|` +
    String.raw`\s{1,8}(?:is|was)(?![\p{L}\p{M}])\s{0,8}[:=]?\s{0,8}(?!(?:in|on|at|by|under|behind|not|never|no|the|an?|your|their|only|also) |[a-z]{3,12} (?:in|on|by|at|to|for|with|from|as|and|or|when|before|after|per|every|here|there|again|anywhere|until|only)(?![\p{L}\p{N}])))(?=\S)`,
  'giu',
);
// The same in languages where these are also other words: a following word is shown.
const saidOf = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}_$])(${name})\s{1,4}(?:to|are|ist|war|lautet|est|es|è|é|sono|jest|är|er|olarak|adalah|là)\s{1,4}(?=\S)`,
  'giu',
);
// `clé d’API : …`, `contraseña de la base: …`, `пароль от базы: …`, `password for the database: …`.
const ofSomething = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}])(${name}|mot|code|c[oó]digo|codice|parola|palabra)\s(?:d[’']|(?:del?|des|du|di|do|da|della|für|fuer|zum|zur|von|voor|för|til|do|na|for|of|to|от|для|к|του|της|για)\s(?:(?:la|le|les|el|los|das|den|die|der|dem|the|my|our)\s)?)([\p{L}\p{M}\p{N}-]{1,24})\s{0,4}[:=：]\s{0,8}(?=\S)`,
  'giu',
);
// `the password for the wiki is …`: what follows is shown when it is a word.
const saidOfSomething = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}])(${name})\s(?:for|of|to|on|für|von|zum|zur|de|del|du|da|do)\s(?:[\p{L}\p{M}\p{N}.-]{1,24}\s){0,2}[\p{L}\p{M}\p{N}.-]{1,40}\s{1,4}(?:is|was|ist|lautet|est|es|è|é)\s{1,4}[:=]?\s{0,4}(?=\S)`,
  'giu',
);
// Name and value apart, as in CI, Kubernetes and .NET files and the registry: `name: DB_PASSWORD`, `value: …`.
const pairs =
  /(?<![\p{L}\p{N}_])(?:name|key|variable|property|\/v)\\?["']?(?:\s{0,4}[:=]|\s)\s{0,4}\\?["']?([\w.-]{1,80})\\?["']?(?:\\n|[\s,;])[^|<>{}]{0,60}?(?<![\p{L}\p{N}_])(?:value|val|\/d)\\?["']?(?:\s{0,4}[:=]|\s)\s{0,4}(?=\S)/giu;
// `setenv("API_KEY", "…")`, `SetEnvironmentVariable('API_KEY', '…')`.
const twoTexts = /\(\s{0,4}["']([\w.-]{1,80})["']\s{0,4},\s{0,4}(?=["'])/gu;
// `login with ann / …`.
const slashed =
  /\b(?:log(?:in|on|ged\sin|\sin)?|sign\sin|cred(?:ential)?s|user(?:name)?|account)(?:\s(?:with|as|using|is))?:?\s{1,2}[\w.@-]{1,60}\s\/\s(?=\S)/giu;
// `password abc`, `secret -> abc`, `<token>abc`, `password (abc)`: only what does not read like a word.
const beside = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}_$])(${name})(?:\s{0,4}(?:->|=>|[—–>(\[“«|,])\s{0,4}|\s{1,4})["'“]?(?=[^\s"'])`,
  'giu',
);
const exported =
  /\b(?:export|set|setenv|declare\s-x)\s{1,4}[\w.]{1,80}(?:=|\s)(?=\S)|\$env:\w{1,80}\s{0,4}=\s{0,4}(?=\S)/gu;
// Languages without blanks: `密码是…`, `パスワードは「…」`.
const withoutBlanks =
  /((?:密[码碼钥鑰]|口令|令牌|凭[证據据]|憑[證據]|私[钥鑰]|金鑰|パスワード|パスフレーズ|トークン|シークレット|鍵|キー|暗証番号|비밀번호|암호|토큰|키))[はがをのは是为為은는이가을를:：=\s「『"'（(]{1,8}(?=[\x21-\x7e])/gu;
// `--token …`, `-password …`, `/p:…`, `login x password y` of netrc.
const flags = /(?<![\w-])(--?[\p{L}][\p{L}\p{N}_-]{0,79})\s{1,8}(?=\S)/giu;
const netrc = /(?<=\b(?:machine|login|default|account)\s[^|]{0,200})\b(password|passwd|account)\s{1,8}(?=\S)/giu;
// `host:port:database:user:password` of pgpass.
const pgpass = /(?<![^\s"'`])[\w.*-]{1,253}:(?:\d{1,5}|\*):[\w*-]{1,63}:[\w*.-]{1,63}:(?=\S)/gu;
// `-H "Name: …"`
const headers = /(?<![\w-])(?:-H|--header|--proxy-header)[\s=]{0,8}\\?["'`]?([\w-]{1,80})\s{0,8}:\s{0,8}(?=\S)/gu;
// `-u user:password`, and programs with a short password flag.
const shortFlags: readonly RegExp[] = [
  /(?<![\w-])(?:-u|-U|-A|--user|--userpass|--proxy-user|--creds|--credentials|--basic-auth|--login|-a|--auth)[\s=]{0,8}\\?["'`]?(?=[^\s"'`+][^\s"'`]{0,255}:)(?!\d{1,6}:\d{1,6}(?!\S))(?!https?:)/gu,
  /(?<![\w-])(?:-U|--user)[\s=]{1,8}["']?[\w.\\/@-]{1,120}%(?=\S)/gu,
  /\b(?:lftp|ncftp\w{0,4}|sftp|ftp)\s[^|;\n]{0,120}?(?<=\s)-u\s{0,8}["']?[\w.@-]{1,80},(?=\S)/gu,
  // Options of Windows: `/rp …`, `/pass:…`.
  /(?<=\s)[/-](?:rp|pass(?:word)?|pwd|p)(?::|\s{1,4}(?![/-]))(?=\S{4})(?<=\b(?:schtasks|cmdkey|wmic|psexec\w{0,4}|xfreerdp\w?|runas|net|sc|dsadd|winrs|mstsc)\b[^|;\n]{0,200})/giu,
  /(?<!\b(?:mysql|mariadb)[^|;\n]{0,120})(?<![\w-])(?:-u|--user(?:name)?)[\s=]{1,4}[^\s-][^\s:]{0,80}\s{1,4}-(?:p|P|w|pw)\s{1,4}(?!\d{1,5}(?:[:/\s]|$))(?=[^\s-])/gu,
  /\bsecrets?\s{1,4}(?:set|add|put|create)\b[^|;\n]{0,120}?(?<=\s)(?:--body|-b|--value|--secret-string|--string-value|--data|--plaintext)[\s=]{0,4}(?=\S)/gu,
  /--from-literal[=\s]["']?[\w.-]{1,80}=(?=\S)/gu,
  /\b(?:mysql|mariadb)\w{0,20}\s[^|;\n]{0,200}?(?<=\s)-p(?=\S)/gu,
  /\b(?:7z\w?|unrar|rar)\s[^|;\n]{0,200}?(?<=\s)-(?:hp|p)(?=\S)/gu,
  /\b(?:x|w)freerdp\w?\s[^|;\n]{0,200}?\/p:(?=\S)/gu,
  /\b(?:sshpass|plink|pscp|psftp|mongo\w{0,12}|influx|sqlcmd|bcp|isql|ipmitool|evil-winrm|(?:docker|podman|buildah|skopeo|nerdctl|oras|crane|registry|az|cf|oc)\s{1,8}login)\s[^|;\n]{0,200}?(?<=\s)(?:-p|-P|-pw|--password-stdin)\s{0,8}(?=\S)/gu,
  /\bredis-cli\s[^|;\n]{0,200}?(?<=\s)-a\s{1,8}(?=\S)/gu,
  /\bldap\w{3,12}\s[^|;\n]{0,200}?(?<=\s)-w\s{1,8}(?=\S)/gu,
  /\b(?:zip|unzip)\s[^|;\n]{0,200}?(?<=\s)-P\s{0,8}(?=\S)/gu,
  // A command may have several of these.
  /(?<=\s)-[cAX]\s{1,8}(?=\S)(?<=\bsnmp\w{2,12}\s[^|;\n]{0,200})/gu,
  /(?<=\s)-[NP]\s{1,8}(?=\S)(?<=\bssh-keygen\s[^|;\n]{0,200})/gu,
  /\bopenssl\s[^|;\n]{0,200}?(?<=\s)(?:-k|-K|-pass(?:in|out)?(?:\s{1,8}pass:)?|-passin\s{1,8}pass:)\s{1,8}(?=\S)/gu,
  /\bpass:(?=\S{3})/gu,
  /\bput-parameter\s(?=[^|;\n]{0,200}\bSecureString\b)[^|;\n]{0,200}?--value[\s=]{1,4}(?=\S)/gu,
  /\bbundle\s{1,4}config\s[^|;\n]{0,80}?(?<=\s)[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}\s{1,4}[\w.-]{1,80}:(?=\S)/gu,
  // Of IMAP: `a1 LOGIN ann …`.
  /(?<![\w-])[A-Za-z]{0,4}\d{1,6}\sLOGIN\s{1,4}\S{1,120}\s{1,4}(?=\S)/gu,
  /\b(?:vault\s{1,8}login|ngrok\s{1,8}authtoken|doppler\s{1,8}login|heroku\s{1,8}auth:token)\s{1,8}(?=[^\s-])/gu,
];
// `-b name=value`, `--cookie "…"`: a file of cookies has no `=`.
const cookies =
  /(?<![\w-])(?:(?:-b|--cookie)(?:\s{1,8}|=)["']?|document\.cookie\s{0,4}\+?=\s{0,4}["'`])[\w.-]{1,80}=(?=\S)/gu;
// After the account of a login: `scott/…@orcl`.
const logins: readonly RegExp[] = [
  /\bjdbc:oracle:\w{1,8}:["']?[\w$#]{1,60}\/(?=[^\s/@])/giu,
  /(?<=\b(?:sqlplus|sqlldr|sqlcl|sql|impdp?|expdp?|rman|dgmgrl|ggsci|sqlcmd|tkprof|userid)\b[^|;\n]{0,120}[\s"'=])[\w$#]{1,60}\/(?=[^\s/"'@]{1,60}(?:@|["'\s]|$))/giu,
  /(?<![\w./@:-])[\w$#]{1,60}\/(?=[^\s/"'@]{1,60}@(?:\/\/[\w[]|\(|[\w.-]{1,200}:\d{2,5}\b))/gu,
];
// `-p …` and `-k …` of any program: also a port, path or name, which are shown.
const anyProgram = /(?<![\w-])-(?:p|P|k|K|w|pw)(?:=|\s{1,8})(?=\S)/gu;

const harmlessHeaders =
  /^(?:accept(?:-\w+)?|content-(?:type|length|encoding)|user-agent|host|cache-control|connection|origin|referer|date|etag|if-match|if-none-match)$/iu;
const wholeLineNames = /authorization|cookie|phrase|mnemonic|seed|codes$/iu;
const scheme = /^(?:bearer|basic|token|digest|negotiate|apikey|aws4-hmac-sha256)\s{1,8}(?=\S)/iu;

// The place of a key is no secret: `--key-file`, `client.key`.
const filePlaces = /(?:file|path|dir|directory|folder)$/iu;
const fileName =
  /^[a-z./~_-]{1,80}\.(?:crt|cer|key|pem|p12|pfx|jks|json|ya?ml|txt|env|pub|asc|gpg|conf|cfg|ini|ts|js|py|md)$/iu;
// A passphrase spans words until the sentence ends.
const phraseCharsMax = 120;
const phraseNames = /passphrase|password|passwort|phrase|mnemonic/iu;
const furtherWords = /^(?:[ ][a-z]{3,9}){2,11}(?=$|[.,;\n])/u;

interface Rule {
  /** Its first group is the name; the value begins where the match ends. */
  readonly pattern: RegExp;
  readonly namesSecret: (name: string) => boolean;
  /** `login`: up to the last `@` of the word. */
  readonly reach: 'word' | 'line' | 'login';
  readonly isHarmless?: (value: string) => boolean;
}

const always = () => true;
const programs = /^(?:ssh|gpg)(?:-[a-z-]{1,20})?$/iu;
const codes = /^(?:cl[eé]s?|clefs?|mot|code|c[oó]digo|codice|parola|palabra)$/iu;

function isCodeOrSecret(name: string): boolean {
  return codes.test(name) || isSecretName(name);
}

const rules: readonly Rule[] = [
  { pattern: assignments, namesSecret: isSecretName, reach: 'word' },
  { pattern: saidOf, namesSecret: isSecretName, reach: 'word', isHarmless: isPlainArgument },
  {
    pattern: beside,
    namesSecret: (label) => !programs.test(label) && isSecretName(label),
    reach: 'word',
    isHarmless: isPlainArgument,
  },
  { pattern: exported, namesSecret: always, reach: 'word', isHarmless: isPlainArgument },
  { pattern: ofSomething, namesSecret: isCodeOrSecret, reach: 'word' },
  { pattern: saidOfSomething, namesSecret: isSecretName, reach: 'word', isHarmless: isPlainArgument },
  { pattern: pairs, namesSecret: isSecretName, reach: 'word' },
  { pattern: twoTexts, namesSecret: isSecretName, reach: 'word', isHarmless: isPlainArgument },
  { pattern: slashed, namesSecret: always, reach: 'word', isHarmless: isPlainArgument },
  { pattern: withoutBlanks, namesSecret: always, reach: 'word' },
  { pattern: flags, namesSecret: isSecretName, reach: 'word', isHarmless: isAlgorithm },
  { pattern: netrc, namesSecret: always, reach: 'word' },
  { pattern: pgpass, namesSecret: always, reach: 'word' },
  { pattern: cookies, namesSecret: always, reach: 'line' },
  ...logins.map((pattern): Rule => ({ pattern, namesSecret: always, reach: 'login' })),
  { pattern: headers, namesSecret: (header) => !harmlessHeaders.test(header), reach: 'line' },
  ...shortFlags.map((pattern): Rule => ({ pattern, namesSecret: always, reach: 'word' })),
  { pattern: anyProgram, namesSecret: always, reach: 'word', isHarmless: isPlainArgument },
];

/** Values after a name, flag or header that announces them. */
export function assignedSecretSpans(text: string): readonly Span[] {
  return rules.flatMap((rule) => valuesBehind(text, rule));
}

function valuesBehind(text: string, { pattern, namesSecret, reach, isHarmless }: Rule): readonly Span[] {
  const spans: Span[] = [];
  let readTo = 0;
  for (const match of matchesOf(text, pattern)) {
    const label = match[1] ?? '';
    // A name inside a value is replaced with it; rereading the value for each would take quadratic time.
    const start = match.index + match[0].length;
    if (start >= readTo && namesSecret(label)) {
      const span = valueAt(text, start, wholeLineNames.test(label) ? 'line' : reach);
      const value = text.slice(span.start, span.end);
      if (isSecretValue(label, value) && isHarmless?.(value) !== true) {
        const more = phraseNames.test(label)
          ? furtherWords.exec(text.slice(span.end, span.end + phraseCharsMax))
          : null;
        readTo = span.end + (more === null || isProse(more[0]) ? 0 : more[0].length);
        spans.push({ start: span.start, end: readTo });
      }
    }
  }
  return spans;
}

function isProse(words: string): boolean {
  return words.split(' ').some((word) => ofSentences.has(word));
}

function isSecretValue(label: string, value: string): boolean {
  const isNamedFile = fileName.test(value) || (filePlaces.test(label) && isPlainArgument(value));
  return (
    !isReference(value) &&
    !value.split(':').every(isVariable) &&
    !isSettingWord(value) &&
    !isTokenAmount(label, value) &&
    !isNamedFile
  );
}

/** The value at `start`: quoted, with what a shell appends; otherwise up to the next quote or, for a word, blank. */
function valueAt(text: string, start: number, reach: Rule['reach']): Span {
  const rest = text.slice(start, start + valueCharsMax);
  const quoted = /^(\\?["'`])((?:(?!\1)[^\n])*)/u.exec(rest);
  if (quoted !== null) {
    const [all, quote = '', inside = ''] = quoted;
    const isGoingOn = quote.length === 1 && /^["'`][\w$"'`]/u.test(rest.slice(all.length));
    const { text: _, ...word } = shellWordAt(text, start, start + rest.length);
    return isGoingOn ? word : withoutScheme(inside, start + quote.length);
  }
  if (reach === 'login') {
    const word = rest.slice(0, ended(rest, /["'`\s]/u));
    return { start, end: start + (word.includes('@') ? word.lastIndexOf('@') : word.length) };
  }
  const value = rest.slice(0, ended(rest, reach === 'line' ? /["'`\n]/u : /["'`\s&]/u));
  const isCut = reach === 'word' && /^["'][\w"']/u.test(rest.slice(value.length)) && value !== '';
  return isCut ? wholeWord(text, start, rest.length) : withoutScheme(value, start);
}

/** A word split by quotes: `plum"tree"nine`. An unclosed quote ends the surrounding text. */
function wholeWord(text: string, start: number, length: number): Span {
  const word = shellWordAt(text, start, start + length);
  const written = text.slice(word.start, word.end);
  return { start: word.start, end: word.start + written.trimEnd().length };
}

function ended(text: string, pattern: RegExp): number {
  const end = text.search(pattern);
  return end === -1 ? text.length : end;
}

// No secret exceeds the longest PEM key; the rest is judged by its look.
const valueCharsMax = 16_384;

function withoutScheme(value: string, start: number): Span {
  const schemeChars = scheme.exec(value)?.[0].length ?? 0;
  return { start: start + schemeChars, end: start + value.trimEnd().length };
}
