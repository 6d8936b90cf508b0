import { isReference, isSettingWord, isPlainArgument } from '../secrets/harmless-value.ts';
import { isSecretName, isTokenAmount } from '../secrets/secret-name.ts';
import { ofSentences } from '../secrets/shaped-secrets.ts';
import { matchesOf, type Span } from './spans.ts';

// A name in any alphabet, with the signs that variables, options and paths of settings have.
const name = String.raw`[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.$-]{0,79}`;
// `token=…`, `"apiKey": "…"`, `the password is …`, `das Passwort lautet …`. Bounded, so that a long text is read in one go.
const assignments = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}_$])((?:(?:api|access|private|signing|session|de|di|kata|mật)\s)?\$?${name})` +
    String.raw`\\?["'\x60\]]?(?:\s{0,8}(?:[:=：＝]{1,2}>?(?!\/\/)|%(?:25){0,2}3[Dd]|<-)\s{0,8}|` +
    String.raw`\s{1,8}(?:is|was)(?![\p{L}\p{M}])\s{0,8}[:=]?\s{0,8})(?=\S)`,
  'giu',
);
// The same in other languages, in which these are also other words: what follows is shown when it is one.
const saidOf = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}_$])(${name})\s{1,4}(?:to|are|ist|war|lautet|est|es|è|é|sono|jest|är|er|olarak|adalah|là)\s{1,4}(?=\S)`,
  'giu',
);
// `clé d’API : …`, `chave de acesso: …`.
const ofSomething = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}])((?:cl[eé]s?|clefs?|llave|clave|chaves?|chiavi?|chiave|jeton|token|mot|code|c[oó]digo|codice|parola|palabra)\s(?:d[’']|de\s|del\s|di\s|do\s|da\s)[\p{L}\p{M}]{1,24})\s{0,4}[:=：]\s{0,8}(?=\S)`,
  'giu',
);
// `password abc`, `secret -> abc`, `<token>abc`, `password (abc)`: only what reads like no word.
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
// `-u user:password`, and the programs that take a password behind a short flag.
const shortFlags: readonly RegExp[] = [
  /(?<![\w-])(?:-u|-U|--user|--proxy-user|-a|--auth)[\s=]{0,8}\\?["'`]?(?=[^\s"'`+][^\s"'`]{0,255}:)(?!\d{1,6}:\d{1,6}(?!\S))(?!https?:)/gu,
  /(?<![\w-])-U\s{1,8}(?=[\w.\\-]{1,120}%\S)/gu,
  /\b(?:mysql|mariadb)\w{0,20}\s[^|;\n]{0,200}?(?<=\s)-p(?=\S)/gu,
  /\b(?:7z\w?|unrar|rar)\s[^|;\n]{0,200}?(?<=\s)-(?:hp|p)(?=\S)/gu,
  /\b(?:x|w)freerdp\w?\s[^|;\n]{0,200}?\/p:(?=\S)/gu,
  /\b(?:sshpass|plink|pscp|psftp|mongo\w{0,12}|influx|sqlcmd|bcp|isql|ipmitool|evil-winrm|(?:docker|podman|buildah|skopeo|nerdctl|oras|crane|registry|az|cf|oc)\s{1,8}login)\s[^|;\n]{0,200}?(?<=\s)(?:-p|-P|-pw|--password-stdin)\s{0,8}(?=\S)/gu,
  /\bredis-cli\s[^|;\n]{0,200}?(?<=\s)-a\s{1,8}(?=\S)/gu,
  /\bldap\w{3,12}\s[^|;\n]{0,200}?(?<=\s)-w\s{1,8}(?=\S)/gu,
  /\b(?:zip|unzip)\s[^|;\n]{0,200}?(?<=\s)-P\s{0,8}(?=\S)/gu,
  /\bsnmp\w{2,12}\s[^|;\n]{0,200}?(?<=\s)-[cAX]\s{1,8}(?=\S)/gu,
  /\bopenssl\s[^|;\n]{0,200}?(?<=\s)(?:-k|-K|-pass(?:in|out)?(?:\s{1,8}pass:)?|-passin\s{1,8}pass:)\s{1,8}(?=\S)/gu,
  /\bpass:(?=\S{3})/gu,
  /\bssh-keygen\s[^|;\n]{0,200}?(?<=\s)-[NP]\s{1,8}(?=\S)/gu,
  /\bhtpasswd\s(?:-\w{1,8}\s{1,8}){0,4}[^\s|;]{1,120}\s{1,8}[^\s|;]{1,120}\s{1,8}(?=\S)/gu,
  /\bnet\s{1,8}use\s[^|;\n]{0,120}?\/user:\S{1,120}\s{1,8}(?=\S)/giu,
  /\b(?:vault\s{1,8}login|ngrok\s{1,8}authtoken|doppler\s{1,8}login|heroku\s{1,8}auth:token)\s{1,8}(?=[^\s-])/gu,
  /\becho\s{1,8}(?=\S{1,120}\s{1,8}\|\s{0,8}(?:sudo\s{1,8}-S|passwd|docker|gh|chpasswd|openssl|gpg|base64))/gu,
  /\bsqlplus\s{1,8}(?:-\w{1,4}\s{1,8}){0,3}\w{1,60}\/(?=\S)/gu,
];
// `-p …` and `-k …` of any program: also a port, a path or a name, which are shown.
const anyProgram = /(?<![\w-])-(?:p|P|k|K|w|pw)(?:=|\s{1,8})(?=\S)/gu;

const harmlessHeaders =
  /^(?:accept(?:-\w+)?|content-(?:type|length|encoding)|user-agent|host|cache-control|connection|origin|referer|date|etag|if-match|if-none-match)$/iu;
const wholeLineNames = /authorization|cookie|phrase|mnemonic|seed/iu;
const scheme = /^(?:bearer|basic|token|digest|negotiate|apikey|aws4-hmac-sha256)\s{1,8}(?=\S)/iu;

// Where a key is kept is no secret: `--key-file`, `client.key`.
const filePlaces = /(?:file|path|dir|directory|folder)$/iu;
const fileName =
  /^[a-z./~_-]{1,80}\.(?:crt|cer|key|pem|p12|pfx|jks|json|ya?ml|txt|env|pub|asc|gpg|conf|cfg|ini|ts|js|py|md)$/iu;
// A passphrase goes on for some words, until the sentence does.
const phraseCharsMax = 120;
const phraseNames = /passphrase|password|passwort|phrase|mnemonic/iu;
const furtherWords = /^(?:[ ][a-z]{3,9}){2,11}(?=$|[.,;\n])/u;

interface Rule {
  /** Its first brackets hold the name; the value begins where it ends. */
  readonly pattern: RegExp;
  readonly namesSecret: (name: string) => boolean;
  readonly reach: 'word' | 'line';
  /** What may stand there and is no secret. */
  readonly isHarmless?: (value: string) => boolean;
}

const always = () => true;

const rules: readonly Rule[] = [
  { pattern: assignments, namesSecret: isSecretName, reach: 'word' },
  { pattern: saidOf, namesSecret: isSecretName, reach: 'word', isHarmless: isPlainArgument },
  { pattern: beside, namesSecret: isSecretName, reach: 'word', isHarmless: isPlainArgument },
  { pattern: exported, namesSecret: always, reach: 'word', isHarmless: isPlainArgument },
  { pattern: ofSomething, namesSecret: always, reach: 'word' },
  { pattern: withoutBlanks, namesSecret: always, reach: 'word' },
  { pattern: flags, namesSecret: isSecretName, reach: 'word' },
  { pattern: netrc, namesSecret: always, reach: 'word' },
  { pattern: pgpass, namesSecret: always, reach: 'word' },
  { pattern: headers, namesSecret: (header) => !harmlessHeaders.test(header), reach: 'line' },
  ...shortFlags.map((pattern): Rule => ({ pattern, namesSecret: always, reach: 'word' })),
  { pattern: anyProgram, namesSecret: always, reach: 'word', isHarmless: isPlainArgument },
];

/** Values that stand behind a name, flag or header that says what they are. */
export function assignedSecretSpans(text: string): readonly Span[] {
  return rules.flatMap((rule) => valuesBehind(text, rule));
}

function valuesBehind(text: string, { pattern, namesSecret, reach, isHarmless }: Rule): readonly Span[] {
  const spans: Span[] = [];
  let readTo = 0;
  for (const match of matchesOf(text, pattern)) {
    const label = match[1] ?? '';
    // A name inside a value is replaced together with it; reading the value again for each such name would take quadratic time.
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
  return !isReference(value) && !isSettingWord(value) && !isTokenAmount(label, value) && !isNamedFile;
}

/** The value that begins at `start`: up to its closing quote, else to the next quote or, for a word, the next blank. */
function valueAt(text: string, start: number, reach: 'word' | 'line'): Span {
  const rest = text.slice(start, start + valueCharsMax);
  const quoted = /^(\\?["'`])((?:(?!\1)[^\n])*)/u.exec(rest);
  if (quoted !== null) {
    const [, quote = '', inside = ''] = quoted;
    return withoutScheme(inside, start + quote.length);
  }
  const end = rest.search(reach === 'line' ? /["'`\n]/u : /["'`\s&]/u);
  const value = end === -1 ? rest : rest.slice(0, end);
  return withoutScheme(value, start);
}

// No secret is longer than the longest key in PEM; what follows is judged by its look.
const valueCharsMax = 16_384;

function withoutScheme(value: string, start: number): Span {
  const schemeChars = scheme.exec(value)?.[0].length ?? 0;
  return { start: start + schemeChars, end: start + value.trimEnd().length };
}
