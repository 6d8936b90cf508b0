import { runsAnything } from './commands/risky-command.ts';
import type { ElementKind } from './compare-elements.ts';
import { type AddressRange, parseAddressRange } from './patterns/address-range.ts';
import { addressSpace, unionOf } from './patterns/address-space.ts';
import { commandPattern } from './patterns/command-pattern.ts';
import { domainPattern, emailPattern } from './patterns/domain-pattern.ts';
import { anything, hasSymbol, oneCharacter, withinPart } from './patterns/glob.ts';
import { isHomeOrDrive, pathPattern } from './patterns/path-pattern.ts';
import { isPublicSuffix } from './patterns/registrable-domain.ts';
import { repoPattern } from './patterns/repo-pattern.ts';
import { urlPattern } from './patterns/url-pattern.ts';

/** A shorter prefix holds more addresses than a large private network, and is wide. */
const usualPrefixMin = { 4: 8, 6: 16 } as const;
const bitsOf = { 4: 32, 6: 128 } as const;

/** The addresses of the internet, by family: neither private nor reserved. */
const internet: readonly AddressRange[] = [
  '1.0.0.0-9.255.255.255',
  '11.0.0.0-126.255.255.255',
  '128.0.0.0-223.255.255.255',
  '2000::/3',
].flatMap((range) => parseAddressRange(range) ?? []);
/** From this percentage of one family's internet addresses, a list covers everything. */
const everythingPercent = 75n;

/** Returns how much addresses cover together: the two halves of all addresses are everything. */
function breadthOfAddresses(elements: readonly string[]): 'everything' | 'wide' | 'usual' {
  const union = unionOf(elements.map((element) => addressSpace.parse(element)));
  if (([4, 6] as const).some((family) => isMostOf(family, union))) {
    return 'everything';
  }
  const isWide = union.some(
    ({ family, first, last }) => last - first >= 1n << BigInt(bitsOf[family] - usualPrefixMin[family]),
  );
  return isWide ? 'wide' : 'usual';
}

function isMostOf(family: 4 | 6, union: readonly AddressRange[]): boolean {
  const all = internet.filter((range) => range.family === family);
  const own = union.filter((range) => range.family === family);
  const covered = sum(all.flatMap((range) => own.map((each) => sharedBy(range, each))));
  return covered * 100n >= everythingPercent * sum(all.map(({ first, last }) => last - first + 1n));
}

function sharedBy(a: AddressRange, b: AddressRange): bigint {
  const first = a.first > b.first ? a.first : b.first;
  const last = a.last < b.last ? a.last : b.last;
  return last < first ? 0n : last - first + 1n;
}

function sum(numbers: readonly bigint[]): bigint {
  return numbers.reduce((total, each) => total + each, 0n);
}

export type Breadth = 'everything' | 'wide' | 'usual';

/** Returns how much one element covers. Wildcards, launchers, top folders and unreadable elements are wide. */
export function breadthOf(kind: ElementKind, element: string): Breadth {
  switch (kind) {
    case 'cidr':
      return breadthOfAddresses([element]);
    case 'path':
      return /^\s*\*+\s*$/u.test(element) ? 'everything' : breadthOfPath(pathPattern(element));
    case 'domain':
      return breadthOfDomain(element);
    case 'email':
      return breadthOfPattern(emailPattern(element), '@.');
    case 'url':
      return breadthOfUrl(urlPattern(bareHost.test(element.trim()) ? `https://${element.trim()}` : element));
    case 'repo':
      return breadthOfPattern(repoPattern(element)?.replace(/#.*$/u, ''), '/', 'github.com/');
    case 'command':
    case 'launcher':
      return breadthOfCommand(element);
    case 'text':
    case 'model':
      return breadthOfPattern(element.trim().replaceAll('*', anything), '');
  }
}

/** Returns how much a collection covers: its broadest element, or more together. */
export function breadthOfAll(kind: ElementKind, elements: readonly string[]): Breadth {
  if (kind === 'cidr') {
    return breadthOfAddresses(elements);
  }
  const together = kind === 'domain' ? breadthOfAddresses(elements) : 'usual';
  const each = new Set([together, ...elements.map((element) => breadthOf(kind, element))]);
  return each.has('everything') ? 'everything' : each.has('wide') ? 'wide' : 'usual';
}

/** A root, a home, a drive and their contents are everything; unreadable ones and those above the project are wide. */
function breadthOfPath(pattern: string | undefined): Breadth {
  if (pattern === undefined) {
    return 'wide';
  }
  const [start = '', ...folders] = pattern.split('/');
  const isShare = pattern.startsWith('//');
  const isHome = isHomeOrDrive(start) || (start === '' && folders.length > 0 && !isShare);
  const names = folders.filter((folder) => !isOpen(folder));
  const isAboveHome = start.startsWith('^~') && names.every((name) => name === '..');
  if (pattern === anything || (isHome && names.length === 0) || isAboveHome) {
    return 'everything';
  }
  const isDrive = /^[a-z]:$/u.test(start);
  const isTop = (start === '' || isDrive) && names.length === 1 && names[0] !== 'tmp';
  // A share is another machine's disk.
  if (isShare && names.filter((name) => name !== '').length <= 2) {
    return 'wide';
  }
  const isOpenAtStart = folders.length > 1 && isOpen(folders[0] ?? '');
  // The value of a variable is not known.
  const isAbove = /^[\^$]/u.test(start) && folders.every((folder) => folder === '..' || isOpen(folder));
  return isTop || isOpenAtStart || isAbove || pattern === `./${anything}/${anything}` ? 'wide' : 'usual';
}

/** Texts that stand for every host in some programs' lists: as a word, or as a regular expression. */
const everyHost = /^(?:<?all(?:_urls>?)?|any|everything|internet|\.[*+]|\\[swSW][*+]|\[\\s\\S\]\*|[*?.]+)$/iu;

/**
 * A domain is judged by the hosts it matches: an address range as a range, so that `0.0.0.0/0` is the whole internet;
 * unreadable ones, such as regular expressions, and a bare public suffix are wide.
 */
function breadthOfDomain(element: string): Breadth {
  const text = element.trim().normalize('NFKC');
  const host = text.replace(/^(?:[a-z*][a-z0-9+.*-]*:)?\/\//iu, '').replace(/^[^@/]*@/u, '');
  const name = host.replace(/^\[(.*?)\](?::[\d*-]*)?/u, '$1');
  if (!addressSpace.isOdd(addressSpace.parse(name))) {
    const broad = breadthOfAddresses([name]);
    return broad === 'usual' && unionOf([addressSpace.parse(name)]).some(isLargeForHosts) ? 'wide' : broad;
  }
  const plain = host
    .replace(/^[/^(]+/u, '')
    .replace(/[)$/]+$/u, '')
    .replace(/:[^/]*(?:\/.*)?$/u, '');
  if (everyHost.test(plain)) {
    return 'everything';
  }
  const pattern = domainPattern(element);
  return pattern === undefined || isPublicSuffix(plain)
    ? 'wide'
    : breadthOfPattern(pattern.replace(/:[^:]*$/u, ''), '.');
}

function isLargeForHosts({ first, last }: AddressRange): boolean {
  return last - first >= 1n << 10n;
}

function isOpen(folder: string): boolean {
  return [anything, withinPart, oneCharacter].includes(folder);
}

function breadthOfPattern(pattern: string | undefined, separators: string, start = ''): Breadth {
  if (pattern === undefined || !hasSymbol(pattern)) {
    return 'usual';
  }
  const named = pattern.replace(start, '');
  const isAllOpen = named.split('').every((symbol) => hasSymbol(symbol) || separators.includes(symbol));
  return isAllOpen ? 'everything' : 'wide';
}

const bareHost = /^(?!.*:\/\/)[\w.-]+(?:[:/].*)?$/u;

/** An unreadable URL is wide; a bare host is one host. */
function breadthOfUrl(pattern: string | undefined): Breadth {
  if (pattern === undefined) {
    return 'wide';
  }
  const [, host] = /:\/\/([^/:]*)/u.exec(pattern) ?? [];
  return pattern === anything ? 'everything' : breadthOfPattern(host, '.');
}

function breadthOfCommand(element: string): Breadth {
  if (element.includes('://')) {
    return breadthOfUrl(urlPattern(element));
  }
  const broad = breadthOfPattern(commandPattern(element), ' ');
  return broad === 'usual' && runsAnything(element) ? 'wide' : broad;
}
