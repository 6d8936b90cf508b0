import { isReference, isSettingWord } from './harmless-value.ts';
import { isSecretName, isTokenAmount } from './secret-name.ts';
import type { Span } from './spans.ts';

// `token=…`, `"apiKey": "…"`, `the password is …`. Bounded, so that a long text is read in one go.
const assignments =
  /((?:(?:api|access|private|signing|session)\s)?[\w.$-]{1,80})\\?["'`]?(?:\s{0,8}[:=]{1,2}>?\s{0,8}|\s{1,8}(?:is|was)\b\s{0,8}[:=]?\s{0,8})(?=\S)/giu;
// `--token …`, `-password …`
const flags = /(?<![\w-])(--?[a-z][\w-]{0,79})\s{1,8}(?=\S)/giu;
// `-H "Name: …"`
const headers = /(?<![\w-])(?:-H|--header|--proxy-header)[\s=]{0,8}["'`]?([\w-]{1,80})\s{0,8}:\s{0,8}(?=\S)/gu;
// `-u user:password`, and the programs that take a password behind a short flag.
const shortFlags: readonly RegExp[] = [
  /(?<![\w-])(?:-u|-U|--user|--proxy-user)[\s=]{0,8}["'`]?(?=[^\s"'`]{1,256}:)(?!\d{1,6}:\d{1,6}(?!\S))/gu,
  /\bsshpass\s{1,8}-p\s{0,8}(?=\S)/gu,
  /\bmysql\w{0,20}\s[^|;\n]{0,200}?-p(?=\S)/gu,
  /\bdocker\s{1,8}login\s[^|;\n]{0,200}?-p\s{1,8}(?=\S)/gu,
  /\bredis-cli\s[^|;\n]{0,200}?-a\s{1,8}(?=\S)/gu,
];

const harmlessHeaders =
  /^(?:accept(?:-\w+)?|content-(?:type|length|encoding)|user-agent|host|cache-control|connection)$/iu;
const wholeLineNames = /authorization|cookie/iu;
const scheme = /^(?:bearer|basic|token|digest|negotiate|apikey)\s{1,8}(?=\S)/iu;

interface Rule {
  /** Its first brackets hold the name; the value begins where it ends. */
  readonly pattern: RegExp;
  readonly isTelling: (name: string) => boolean;
  readonly reach: 'word' | 'line';
}

const rules: readonly Rule[] = [
  { pattern: assignments, isTelling: isSecretName, reach: 'word' },
  { pattern: flags, isTelling: isSecretName, reach: 'word' },
  { pattern: headers, isTelling: (name) => !harmlessHeaders.test(name), reach: 'line' },
  ...shortFlags.map((pattern): Rule => ({ pattern, isTelling: () => true, reach: 'word' })),
];

/** Values that stand behind a name, flag or header that says what they are. */
export function assignedSecretSpans(text: string): readonly Span[] {
  return rules.flatMap((rule) => valuesBehind(text, rule));
}

function valuesBehind(text: string, { pattern, isTelling, reach }: Rule): readonly Span[] {
  const spans: Span[] = [];
  let readTo = 0;
  for (const match of text.matchAll(pattern)) {
    const name = match[1] ?? '';
    // A name inside a value is replaced together with it; reading the value again for each such name would take quadratic time.
    const start = match.index + match[0].length;
    if (start >= readTo && isTelling(name)) {
      const span = valueAt(text, start, wholeLineNames.test(name) ? 'line' : reach);
      if (isSecretValue(name, text.slice(span.start, span.end))) {
        spans.push(span);
        readTo = span.end;
      }
    }
  }
  return spans;
}

function isSecretValue(name: string, value: string): boolean {
  return !isReference(value) && !isSettingWord(value) && !isTokenAmount(name, value);
}

/** The value that begins at `start`: up to its closing quote, else to the next quote or, for a word, the next blank. */
function valueAt(text: string, start: number, reach: 'word' | 'line'): Span {
  const rest = text.slice(start);
  const quoted = /^(\\?["'`])((?:(?!\1)[^\n])*)/u.exec(rest);
  if (quoted !== null) {
    const [, quote = '', inside = ''] = quoted;
    return withoutScheme(inside, start + quote.length);
  }
  const end = rest.search(reach === 'line' ? /["'`\n]/u : /["'`\s&]/u);
  const value = end === -1 ? rest : rest.slice(0, end);
  return withoutScheme(value, start);
}

function withoutScheme(value: string, start: number): Span {
  const schemeChars = scheme.exec(value)?.[0].length ?? 0;
  return { start: start + schemeChars, end: start + value.trimEnd().length };
}
