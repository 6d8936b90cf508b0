import { anything, oneCharacter, withinPart } from './glob.ts';

/** A path from its root: `/`, a home, a drive, a share, a variable, or else the project. */
interface Anchored {
  readonly anchor: string;
  readonly isRoot: boolean;
  readonly segments: readonly string[];
}

/**
 * Returns the pattern of a path: the path and everything below it. `*` and `?` stay within a segment, `**` crosses
 * segments, `.` and `..` are resolved as text. A path is under the project only where that is certain: another user's
 * home, a variable, a drive, a share (both case-insensitive) and a `file:` URL are roots of their own, and `^` marks a
 * path above a root. Undefined for unreadable texts: empty ones, character classes, alternatives, negations, commands,
 * inner variables and backslashes, encoded, invisible and look-alike characters, and `..` after `**`.
 */
export function pathPattern(text: string): string | undefined {
  const path = isDisguised(text) ? undefined : withoutScheme(text.trim());
  const found = path === undefined || path === '' ? undefined : anchored(path);
  if (found === undefined || found.segments.some((segment) => unreadable.test(segment))) {
    return undefined;
  }
  const { anchor, isRoot, segments } = found;
  const resolved = withoutProcess(anchor, segments) && withoutProcess(anchor, resolve(segments, isRoot));
  if (resolved === undefined) {
    return undefined;
  }
  // A pattern that ends in `**` includes the folder itself.
  const inside = resolved.at(-1) === '**' ? resolved.slice(0, -1) : resolved;
  if (inside.length === 0 && anchor === '/') {
    return anything;
  }
  const climbs = inside[0] === '..' ? '^' : '';
  return `${climbs}${anchor}${inside.map((segment) => `${withSymbols(segment)}/`).join('')}${anything}`;
}

export function isHomeOrDrive(root: string): boolean {
  return /^\^?(?:~[^/]*|[a-z]:)$/u.test(root);
}

const disguising = /[\u2044\u2215\u29f5\u29f8\u29f9\u2571\u2572\u3164\ufe68\p{Cf}\p{Zl}\p{Zp}]/u;
const separating = /[/\\.~$%:*?]/gu;

/** Whether people read a path differently from programs: a fullwidth slash, or a leading look-alike dot. */
function isDisguised(text: string): boolean {
  const marks = (path: string): string => (path.match(separating) ?? []).join('');
  return disguising.test(text) || marks(text) !== marks(text.normalize('NFKC'));
}

/** `/proc/self/root` is the whole disk again; other parts of a process, such as its folder, are unknown. */
function withoutProcess(anchor: string, segments: readonly string[] | undefined): readonly string[] | undefined {
  const [proc, , place] = segments?.filter((segment) => segment !== '' && segment !== '.') ?? [];
  if (anchor !== '/' || proc !== 'proc' || place === undefined || segments === undefined) {
    return segments;
  }
  return place === 'root'
    ? segments.slice(3)
    : /^(?:cwd|fd|task|map_files|.*[*?].*)$/u.test(place)
      ? undefined
      : segments;
}

// eslint-disable-next-line no-control-regex -- No path that a person means has one.
const unreadable = /[[\]{}!$`%\\:\u0000-\u001f]/u;

function withoutScheme(path: string): string | undefined {
  if (!/^file:/iu.test(path)) {
    return path;
  }
  const [, local] = /^file:(?:\/\/(?:localhost)?)?(\/.*)$/isu.exec(path) ?? [];
  return local?.replace(/^\/+(?=[A-Za-z]:)/u, '');
}

/** Normalizes a leading variable in any shell's or tool's notation to `${NAME}`. */
function withPlainVariable(path: string): string {
  const [whole, ...names] =
    /^(?:\$\{env[:.](\w+)\}|\$env:(\w+)|\{\{\s*(?:env\.)?(\w+)\s*\}\}|\{env:(\w+)\}|\$\((\w+)\))(?=[\\/]|$)/iu.exec(
      path,
    ) ?? [];
  const name = names.find((each) => each !== undefined);
  if (whole === undefined || name === undefined) {
    return path;
  }
  const rest = path.slice(whole.length);
  return /^(?:home|userprofile|homepath)$/iu.test(name) ? `~${rest.replaceAll('\\', '/')}` : `%${name}%${rest}`;
}

function anchored(spelled: string): Anchored | undefined {
  const path = withPlainVariable(spelled);
  const [, windowsRoot, windowsRest = ''] =
    /^(?:\\\\\?\\)?([A-Za-z]:(?=[\\/]|$)|%\w+%(?=[\\/]|$)|\\\\[^\\/]+[\\/]?[^\\/]*)(.*)$/su.exec(path) ?? [];
  if (windowsRoot !== undefined) {
    const root = /^%(?:userprofile|homepath)%$/iu.test(windowsRoot)
      ? '~'
      : windowsRoot
          .toLowerCase()
          .replace(/^%(.*)%$/u, '$$$1')
          .replaceAll('\\', '/');
    return { anchor: `${root}/`, isRoot: !/^[~$]/u.test(root), segments: windowsRest.toLowerCase().split(/[\\/]/u) };
  }
  if (path.startsWith('/')) {
    return onDisk(path.split('/'));
  }
  const [, root, rest = ''] = /^(~[^/]*|\$\w+|\$\{\w+\})(?:\/(.*))?$/su.exec(path) ?? [];
  if (root === undefined) {
    return { anchor: './', isRoot: false, segments: path.split('/') };
  }
  const name = root.replace(/^\$\{(.*)\}$/u, '$$$1');
  return { anchor: `${name === '$HOME' ? '~' : name}/`, isRoot: false, segments: rest.split('/') };
}

/** Resolves second names of folders: `/private/etc` on a Mac, a drive in a Unix shell on Windows. */
function onDisk(segments: readonly string[]): Anchored {
  const [first = '', second = '', third = ''] = segments
    .filter((each) => each !== '' && each !== '.')
    .map((each) => each.toLowerCase());
  const under = (count: number): readonly string[] =>
    segments.filter((each) => each !== '' && each !== '.').slice(count);
  if (first === 'private' && ['etc', 'var', 'tmp'].includes(second)) {
    return { anchor: '/', isRoot: true, segments: under(1) };
  }
  if (first === 'system' && second === 'volumes' && third === 'data') {
    return { anchor: '/', isRoot: true, segments: under(3) };
  }
  const drive = /^(?:mnt|cygdrive)$/u.test(first) && /^[a-z]$/u.test(second) ? second : undefined;
  if (drive !== undefined) {
    return { anchor: `${drive}:/`, isRoot: true, segments: under(2).map((each) => each.toLowerCase()) };
  }
  return { anchor: '/', isRoot: true, segments };
}

function resolve(segments: readonly string[], isRoot: boolean): readonly string[] | undefined {
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
    } else if (!isRoot) {
      resolved.push(segment);
    }
  }
  return resolved;
}

function withSymbols(segment: string): string {
  return segment === '**' ? anything : segment.replaceAll(/\*+/gu, withinPart).replaceAll('?', oneCharacter);
}
