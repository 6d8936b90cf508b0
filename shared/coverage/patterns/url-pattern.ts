import { backwards } from './domain-pattern.ts';
import { anything, withinPart } from './glob.ts';

const url = /^([a-z*][a-z0-9+.*-]*):\/\/([^/?#]*)([^?#]*)(.*)$/isu;
const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443', ws: '80', wss: '443' };

/**
 * Returns the pattern of a URL: scheme, host, port, and every path below its own. Case of scheme and host, a default
 * port, a final dot or slash are ignored. `*` matches any labels of the host and anything in the path. With a query or
 * a fragment only that URL matches. `*` alone is every URL. Undefined without scheme or host.
 */
export function urlPattern(text: string): string | undefined {
  // Browsers and other clients read a backslash differently: `https://good.example\@bad.example` has two readings.
  if (/^\*+$/u.test(text.trim())) {
    return anything;
  }
  const [, scheme = '', authority = '', path = '', rest = ''] = url.exec(text.trim()) ?? [];
  const host = /^(?:(.*)@)?(\[[0-9a-f:.]+\]|[^:@[\]]+)(?::(\d{1,5}|\*))?$/isu.exec(authority);
  if (host === null || /[\s\\]/u.test(text.trim())) {
    return undefined;
  }
  const [, user, name = '', port] = host;
  const schemeName = scheme.toLowerCase();
  const start = `${withStars(schemeName)}://${hostPattern(name)}:${withStars(port ?? defaultPorts[schemeName] ?? '')}`;
  const folders = segmentsOf(path).map((segment) => `${segment.replaceAll(/\*+/gu, anything)}/`);
  const credentials = user === undefined ? '' : `@${user}`;
  return `${start}${credentials}/${folders.join('')}${rest === '' || rest === '?' ? anything : rest}`.replace(
    `${anything}/${anything}`,
    anything,
  );
}

function hostPattern(name: string): string {
  return backwards(withStars(name.toLowerCase().normalize('NFC').replace(/\.$/u, '')));
}

function withStars(text: string): string {
  return text.replaceAll(/\*+/gu, withinPart);
}

function segmentsOf(path: string): readonly string[] {
  const resolved: string[] = [];
  for (const segment of path.split('/')) {
    const plain = segment.replaceAll(/%2e/giu, '.');
    if (plain === '..') {
      resolved.pop();
    } else if (plain !== '' && plain !== '.') {
      resolved.push(segment);
    }
  }
  return resolved;
}
