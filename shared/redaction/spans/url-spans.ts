import { isPlainArgument, isReference } from '../secrets/harmless-value.ts';
import { drawnChars } from '../secrets/random-text.ts';
import { matchesOf, type Span } from './spans.ts';

interface UrlParts {
  readonly secrets: readonly Span[];
  readonly hosts: readonly Span[];
}

const urls = /[a-z][a-z0-9+.-]{0,30}:\\{0,4}\/\\{0,4}\/([^\s"'`<>]+)/giu;
// The same inside another URL, with `:`, `/` and `@` encoded as `%3A`, `%2F` and `%40`, once or twice.
const encodedUrls =
  /[a-z][a-z0-9+.-]{1,30}(?:%(?:25){0,2}3a|:)(?:%(?:25){0,2}2f|\/)(?:%(?:25){0,2}2f|\/)([^\s"'`<>&]{1,2048})/giu;
const encodedAt = /%(?:25){0,2}40|@/giu;
const encodedSlash = /%(?:25){0,2}2f|[/?#]/iu;
const heading = /^[a-z]{2,20}(?:-[a-z]{1,20}){0,8}$/u;
const queryWithoutScheme = /\?([^\s"'`<>?#=&]{1,100}=[^\s"'`<>]*)/gu;
const runsWithoutBlank = /[^\s"'`<>(),;/]+/gu;
const hostAndPort = /^(?:\[[0-9a-f:.]*\]|[^:]*)(?::(?:\d{0,5}|\*))?$/iu;
const wildcardOnly = /^[*=&?]*$/u;
const versionOnly = /^[\^~]?v?\d+(?:\.\d+){0,2}(?:[-+].*)?$/u;
const digest = /^sha(?:256|512):[0-9a-f]+$/u;

// Common accounts of services, which are no secrets.
const commonAccounts = /^(?:git|hg|svn|root|admin|deploy|ubuntu|ec2-user)$/u;

const labelDrawnMin = 12;

/** Userinfo, query and fragment of every URL in a text, and random labels of its hosts. */
export function urlParts(text: string): UrlParts {
  const found = matchesOf(text, urls).map((match) => {
    const { start, rest } = behind(match);
    const { secrets, hosts } = partsOf(rest);
    return { secrets: secrets.map((span) => movedBy(start, span)), hosts: hosts.map((span) => movedBy(start, span)) };
  });
  return {
    secrets: [
      ...found.flatMap(({ secrets }) => secrets),
      ...encodedUserinfo(text),
      ...queriesWithoutScheme(text),
      ...userinfoWithoutScheme(text),
    ],
    hosts: found.flatMap(({ hosts }) => hosts),
  };
}

/** Random labels of a host name within the span. */
export function randomLabels(text: string, { start, end }: Span): readonly Span[] {
  return Array.from(text.slice(start, end).matchAll(/[^.:[\]]+/gu), ({ 0: label, index }) => {
    const drawn = (label.match(/[A-Za-z0-9]+/gu) ?? []).reduce((sum, word) => sum + drawnChars(word), 0);
    const from = start + index;
    return { start: from, end: drawn >= labelDrawnMin ? from + label.length : from };
  });
}

/** Splits the part of a URL after `//`. */
function partsOf(rest: string): UrlParts {
  const authorityEnd = indexOrEnd(rest, /[/\\?#]/u);
  const hostStart = rest.lastIndexOf('@', authorityEnd) + 1;
  const host = rest.slice(hostStart, authorityEnd);
  const colon = hostStart + host.indexOf(':');
  if (!hostAndPort.test(host) && !isReference(rest.slice(colon + 1, authorityEnd))) {
    return { secrets: [strangeAuthority(rest, colon)], hosts: [] };
  }
  const isAccount = commonAccounts.test(rest.slice(0, Math.max(0, hostStart - 1)));
  const userinfo = { start: 0, end: isAccount ? 0 : Math.max(0, hostStart - 1) };
  return { secrets: [userinfo, ...queryAndFragment(rest)], hosts: [{ start: hostStart, end: authorityEnd }] };
}

/** A password may hold an unescaped `/`, `?` or `#`; the host then follows the last `@`. */
function strangeAuthority(rest: string, colon: number): Span {
  const at = rest.lastIndexOf('@');
  return at > colon ? { start: 0, end: at } : { start: colon + 1, end: rest.length };
}

function queryAndFragment(rest: string): readonly Span[] {
  const fragmentMark = indexOrEnd(rest, /#/u);
  const queryMark = Math.min(indexOrEnd(rest, /\?/u), fragmentMark);
  const isHeading = heading.test(rest.slice(fragmentMark + 1)) && isPlainArgument(rest.slice(fragmentMark + 1));
  return [
    { start: queryMark + 1, end: fragmentMark },
    { start: isHeading ? rest.length : fragmentMark + 1, end: rest.length },
  ].filter(({ start, end }) => start < end && !wildcardOnly.test(rest.slice(start, end)));
}

function encodedUserinfo(text: string): readonly Span[] {
  return matchesOf(text, encodedUrls).flatMap((match) => {
    const { start, rest } = behind(match);
    const host = rest.search(encodedSlash);
    const authority = host === -1 ? rest : rest.slice(0, host);
    const at = Array.from(authority.matchAll(encodedAt)).at(-1)?.index;
    return rest.includes('%') && at !== undefined ? [{ start, end: start + at }] : [];
  });
}

function queriesWithoutScheme(text: string): readonly Span[] {
  return matchesOf(text, queryWithoutScheme).map((match) => {
    const { start, rest } = behind(match);
    return { start, end: wildcardOnly.test(rest) ? start : start + rest.length };
  });
}

/** `user:password@host` without a scheme. Digests and package versions have an `@` too, and stay. */
function userinfoWithoutScheme(text: string): readonly Span[] {
  return matchesOf(text, runsWithoutBlank).flatMap(({ 0: run, index }) => {
    const at = run.lastIndexOf('@');
    const colon = run.indexOf(':');
    const behind = run.slice(at + 1);
    const isUserinfo = colon >= 0 && colon < at - 1 && !digest.test(behind) && !versionOnly.test(behind);
    return isUserinfo && !/^mailto:/iu.test(run) ? [{ start: index, end: index + at }] : [];
  });
}

function behind({ 0: found, 1: rest = '', index }: RegExpExecArray): { readonly start: number; readonly rest: string } {
  return { start: index + found.length - rest.length, rest };
}

function movedBy(chars: number, { start, end }: Span): Span {
  return { start: start + chars, end: end + chars };
}

function indexOrEnd(text: string, pattern: RegExp): number {
  const index = text.search(pattern);
  return index === -1 ? text.length : index;
}
