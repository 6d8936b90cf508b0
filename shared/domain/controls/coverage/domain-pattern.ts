import { anything } from './glob.ts';

const domain = /^[\p{L}\p{N}\p{M}*_.-]+(?::\d{1,5})?$/u;

/**
 * The pattern of a domain, last character first so that names which end alike start alike. Letter case, a final dot and
 * white space around it mean nothing. `*` matches any labels: `*.example.com` is every name under `example.com` and
 * not that name itself; `.example.com` is the same. A text that is no domain, such as a URL, is unreadable.
 */
export function domainPattern(text: string): string | undefined {
  const name = text.trim().toLowerCase().normalize('NFC').replace(/\.$/u, '').replace(/^\./u, '*.');
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
