import { anything, oneCharacter, withinPart } from './glob.ts';

/** A text from the root, the home, a drive, or else the project; `^` marks what climbs above home or project. */
interface Anchored {
  readonly anchor: string;
  readonly segments: readonly string[];
}

/**
 * The pattern of a path: the path and all under it. `*` and `?` stay within a segment, `**` crosses segments, `.` and
 * `..` are resolved as text, `$HOME` is `~`, and what starts with neither `/` nor `~` is under the project. Unreadable are the
 * empty text, character classes, alternatives, negations, and `..` after `**`.
 */
export function pathPattern(text: string): string | undefined {
  const path = text.trim().replace(/^\$(?:HOME|\{HOME\})(?=\/|$)/u, '~');
  if (path === '' || path.startsWith('!') || /[[\]{}]/u.test(path)) {
    return undefined;
  }
  const { anchor, segments } = anchored(path);
  const resolved = resolve(segments, anchor === '/');
  if (resolved === undefined) {
    return undefined;
  }
  // What ends in `**` is all under the folder before it, and so is the folder itself.
  const inside = resolved.at(-1) === '**' ? resolved.slice(0, -1) : resolved;
  if (inside.length === 0 && anchor === '/') {
    return anything;
  }
  const climbs = inside[0] === '..' ? '^' : '';
  return `${climbs}${anchor}${inside.map((segment) => `${withSymbols(segment)}/`).join('')}${anything}`;
}

function anchored(path: string): Anchored {
  const drive = /^[A-Za-z]:[\\/]/u.exec(path);
  if (drive !== null) {
    return { anchor: `${path.slice(0, 2).toLowerCase()}/`, segments: path.slice(3).split(/[\\/]/u) };
  }
  if (path.startsWith('/')) {
    return { anchor: '/', segments: path.split('/') };
  }
  return path === '~' || path.startsWith('~/')
    ? { anchor: '~/', segments: path.slice(2).split('/') }
    : { anchor: './', segments: path.split('/') };
}

function resolve(segments: readonly string[], isFromRoot: boolean): readonly string[] | undefined {
  const resolved: string[] = [];
  for (const segment of segments.filter((each) => each !== '' && each !== '.')) {
    const last = resolved.at(-1);
    if (segment !== '..') {
      if (segment !== '**' || last !== '**') {
        resolved.push(segment);
      }
    } else if (last?.includes('**')) {
      return undefined;
    } else if (last !== undefined && last !== '..') {
      resolved.pop();
    } else if (!isFromRoot) {
      resolved.push(segment);
    }
  }
  return resolved;
}

function withSymbols(segment: string): string {
  return segment === '**' ? anything : segment.replaceAll(/\*+/gu, withinPart).replaceAll('?', oneCharacter);
}
