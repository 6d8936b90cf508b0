import topLevelDomains from 'tlds' with { type: 'json' };

import { shellWord } from '../kernel/texts/shell-word.ts';

// Reserved names are treated alike: a network may have such hosts.
const domains: ReadonlySet<string> = new Set([
  ...topLevelDomains,
  ...'example test invalid localhost local internal intranet lan home corp onion'.split(' '),
]);

const dots = '.。．｡․';
/** Without any of these nothing is a link: most texts of a mail. */
const partOfLink = new RegExp(String.raw`[${dots}:](?=\S)|//|\\\\`, 'u');
const words = /[^\s<>"“”„()[\]{},;|`]+/gu;
const dotBetween = new RegExp(String.raw`(?<=[\p{L}\p{M}\p{N}_*-])[${dots}](?=[\p{L}\p{M}\p{N}_-])`, 'gu');
const labelAt = /^[\p{L}\p{M}\p{N}]{1,63}/u;
const settingBehind = /^[a-z]{1,63}\.[a-z]{1,40}[A-Z]/u;
const punycode = /^xn--/iu;
/** Marks of a host with any name: `//host`, `www.host`, `somebody@host`, and `1.2.3.4/path`, except for a network. */
const announced = new RegExp(
  String.raw`\/\/|@|(?<![a-z0-9])www\d{0,3}[${dots}]|(?<!\d)\d{1,3}(?:[${dots}]\d{1,3}){3}(?::\d{1,5})?\/(?!\d{1,3}(?![\p{L}\p{N}/]))`,
  'iu',
);
const schemes =
  /(?<![a-z0-9])(mailto|tel|sms|callto|facetime|skype|sips?|xmpp|news|nntp|telnet|gopher|file|javascript|vbscript|data|blob|ldaps?|magnet|geo|maps|webcal|whatsapp|tg|slack|zoommtg|msteams|onenote|outlook|ms-[a-z]{1,20}|https?|ftps?|sftp|ssh|wss?|git|svn|smb):(?=[^\s:])/giu;
const bareHost = /(?<![\p{L}\p{N}+/=])\/\/(?=[^\s/.。．｡․]{1,255}(?:[\s/:?#]|$))/gu;
const share = /(?<![\\\p{L}\p{N}:])\\\\(?=[\p{L}\p{N}])/gu;

/**
 * Makes a text in which no mail client creates a link: dots of hosts are in brackets, `evil[.]com/path`, as is usual in
 * security, and a space follows `//`, a scheme and the `\\` of a share. Addresses at the organization's own domains and
 * their subdomains stay; in a command, a word with brackets is quoted, since a shell takes them for a pattern.
 */
export function unlinked(text: string, ownDomains: readonly string[]): string {
  if (!partOfLink.test(text)) {
    return text;
  }
  // To make the expression takes longer than all the rest.
  const own = text.includes('@') ? ownAddresses(ownDomains) : undefined;
  let done = '';
  let from = 0;
  for (const { 0: address, index } of own === undefined ? [] : text.matchAll(own)) {
    done += `${withoutLinks(text.slice(from, index))}${address}`;
    from = index + address.length;
  }
  return quotedInCommands(done + withoutLinks(text.slice(from)));
}

/** A command ends with its line, or where the sentence around it goes on. */
function quotedInCommands(text: string): string {
  return text.replaceAll(/npx curfew [^\n]*/gu, (rest) => {
    let isCommand = true;
    return rest.replaceAll(/(?:"[^"]*"|'[^']*'|\\.|[^\s"'\\])+/gu, (word) => {
      isCommand &&= !word.startsWith('(');
      const [, bare = word, mark = ''] = /^(.*?)([,;:.!?)]*)$/u.exec(word) ?? [];
      const quoted = isCommand && bare.includes('[.]') && !/["'\\]/u.test(bare) ? `${shellWord(bare)}${mark}` : word;
      isCommand &&= mark === '';
      return quoted;
    });
  });
}

export function domainOf(email: string): string | undefined {
  return /@([a-z0-9.-]+)$/iu.exec(email)?.[1]?.toLowerCase();
}

function ownAddresses(ownDomains: readonly string[]): RegExp | undefined {
  const domains = ownDomains.map((domain) => domain.replaceAll('.', String.raw`\.`));
  return domains.length === 0
    ? undefined
    : new RegExp(
        String.raw`[\p{L}\p{N}._%+&'’-]{1,64}@(?:[a-z0-9-]{1,63}\.){0,4}(?:${domains.join('|')})(?![\p{L}\p{N}/@?#_-]|:[\d/]|[${dots}][\p{L}\p{N}])`,
        'giu',
      );
}

function withoutLinks(text: string): string {
  return text
    .replaceAll(words, withoutHosts)
    .replaceAll(bareHost, '// ')
    .replaceAll(share, (slashes) => `${slashes} `)
    .replaceAll(schemes, '$1: ');
}

function withoutHosts(word: string): string {
  const isAnnounced = announced.test(word);
  return word.replaceAll(dotBetween, (dot, index: number) =>
    isAnnounced || isDomain(word.slice(index + 1)) ? `[${dot}]` : dot,
  );
}

/** Whether a top-level domain is here, in any script and width. `network.allowedDomains` is a path of the settings. */
function isDomain(rest: string): boolean {
  if (settingBehind.test(rest)) {
    return false;
  }
  const label = (labelAt.exec(rest)?.[0] ?? '').normalize('NFKC').toLowerCase();
  return domains.has(label) || punycode.test(rest) || /[^\p{ASCII}]/u.test(label);
}
