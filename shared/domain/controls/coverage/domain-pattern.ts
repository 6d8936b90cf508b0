import { anything } from './glob.ts';

const domain = /^[\p{L}\p{N}\p{M}*_.-]+(?::\d{1,5})?$/u;

/**
 * The pattern of a domain, last character first so that names which end alike start alike. Letter case, a final dot and
 * white space around it mean nothing. `*` stands for any labels: `*.example.com` is every name under `example.com` and
 * not that name itself; `.example.com` is the same. Odd is what is no domain, such as a URL.
 */
export function domainPattern(text: string): string | undefined {
  const name = text.trim().toLowerCase().normalize('NFC').replace(/\.$/u, '').replace(/^\./u, '*.');
  return domain.test(name) ? backwards(name.replaceAll(/\*+/gu, anything)) : undefined;
}

/**
 * As `*.example.com` and `example.com` take each other's place, the one is meant as a part of the other: this is what
 * the plain name is then taken for.
 */
export function domainAlias(pattern: string): string {
  return `${pattern}.`;
}

export function backwards(text: string): string {
  return text.split('').toReversed().join('');
}
