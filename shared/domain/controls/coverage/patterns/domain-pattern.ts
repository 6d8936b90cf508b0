import { emailKey, isEmail } from '../../../roster/email.ts';
import { anything } from './glob.ts';

const domain = /^[\p{L}\p{N}\p{M}*_.-]+(?::\d{1,5})?$/u;

/** A host with or without a port, which is not a scheme with what follows it. Every port is as good as none. */
const bareHost = /^((?!(?:https?|wss?|ftp|re|regex|glob):)[^/:]+(?::\d+)?)(?::\*)?$/iu;

/**
 * The pattern of a domain, last character first so that names which end alike start alike. Letter case, a final dot and
 * white space around it mean nothing. `*` matches any labels: `*.example.com` is every name under `example.com` and
 * not that name itself; `.example.com` is the same. Of an address, the host is what is let through: a scheme and a path
 * mean nothing here. A text without a name is unreadable.
 */
export function domainPattern(text: string): string | undefined {
  const [, host = ''] =
    /^(?:[a-z*][a-z0-9+.*-]*:)?(?:\/\/)?([^/?#]*)/isu.exec(text.trim().replace(bareHost, '//$1')) ?? [];
  const name = host
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/[\u3002\uff61]/gu, '.')
    .replace(/\.$/u, '')
    .replace(/^\./u, '*.');
  return domain.test(name) ? backwards(name.replaceAll(/\*+/gu, anything)) : undefined;
}

/**
 * Where `*.example.com` and `example.com` replace each other, the plain name counts as a part of the wildcard: as this
 * pattern.
 */
export function domainAlias(pattern: string): string {
  return `${pattern}.`;
}

export function backwards(text: string): string {
  return text.split('').toReversed().join('');
}

/** The pattern of an email, last character first, without letter case. `*` matches any characters. */
export function emailPattern(text: string): string | undefined {
  const email = emailKey(text);
  return email === '*' || isEmail(email) ? backwards(email.replaceAll(/\*+/gu, anything)) : undefined;
}
