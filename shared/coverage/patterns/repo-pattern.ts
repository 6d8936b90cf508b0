import { anything, oneCharacter, withinPart } from './glob.ts';

const tokens =
  /^(?:(?<open>(?:\.|\\[wS]|\[\^?[^\]]*\])[*+](?:\?)?|\((?:\?:)?\.\*\)\??)|(?<one>\.|\\[wSd]|\[[^\]]*\])|\\(?<escaped>[^\w\s])|(?<plain>[\w\-/:@~ ]))/u;

function regexGlob(source: string): string | undefined {
  const text = source.trim();
  const isStarted = text.startsWith('^');
  const isEnded = /(?<!\\)\$$/u.test(text);
  let rest = text.slice(isStarted ? 1 : 0, isEnded ? -1 : undefined);
  let glob = isStarted ? '' : withinPart;
  while (rest !== '') {
    const groups = tokens.exec(rest);
    if (groups === null) {
      return undefined;
    }
    const { open, one, escaped, plain } = groups.groups ?? {};
    glob += open === undefined ? (one === undefined ? (escaped ?? plain ?? '') : oneCharacter) : withinPart;
    rest = rest.slice(groups[0].length);
  }
  return `${glob}${isEnded ? '' : withinPart}`.replaceAll(new RegExp(`${withinPart}{2,}`, 'gu'), withinPart);
}

/**
 * Returns the pattern of a repository: lower-case host and path, from `owner/name`, `github:owner/name`, a URL, or
 * `git@host:owner/name`. `.git` and a final slash are ignored; a pinned one (`#v1`, `@sha`) is a part of the unpinned
 * one; `*` stays within a part. `hosts:` with a regular expression is every repository of those hosts. A bare
 * `owner/name` is assumed to be on GitHub (*assumed*).
 */
export function repoPattern(text: string): string | undefined {
  const repo = text.trim().toLowerCase();
  if (/^\*+$/u.test(repo)) {
    return anything;
  }
  const [, hosts] = /^hosts:(.*)$/su.exec(repo) ?? [];
  if (hosts !== undefined) {
    const glob = regexGlob(hosts);
    return glob === undefined ? undefined : `${glob}/${anything}#${anything}`;
  }
  const [, scheme = '', host = '', path = '', pin] = partsOf(repo);
  const name = path.replace(/\/+$/u, '').replace(/\.git$/u, '');
  if (host === '' || name === '' || /[\s\\]/u.test(repo) || /(?:^|\/)\.\.?(?:\/|$)/u.test(name)) {
    return undefined;
  }
  // Others on the network path may change what comes over http.
  const start = scheme === 'http' ? 'http!' : '';
  return `${start}${host}/${name.replaceAll(/\*+/gu, withinPart)}#${pin ?? anything}`;
}

const forms = [
  /^(?<scheme>https?|ssh|git|git\+https|git\+ssh):\/\/(?:[^/@]*@)?(?<host>[^/@]+)\/(?<path>[^#@]+)(?:[#@](?<pin>.+))?$/u,
  /^(?:[^/@]+)@(?<host>[^/:@]+):(?<path>[^#@]+)(?:[#@](?<pin>.+))?$/u,
  /^(?:(?<host>github|gitlab|bitbucket):)?(?<path>[^/:#@]+\/[^:#@]+)(?:[#@](?<pin>.+))?$/u,
];

function partsOf(repo: string): readonly (string | undefined)[] {
  const groups = forms.map((form) => form.exec(repo)?.groups).find((each) => each !== undefined);
  if (groups === undefined) {
    return [];
  }
  const host = groups['host'] ?? 'github';
  return [repo, groups['scheme'], host.includes('.') ? host : `${host}.com`, groups['path'], groups['pin']];
}
