import { dirname } from 'node:path';

const topics = [
  'budgets',
  'ledger',
  'caps',
  'promise',
  'pools',
  'live',
  'controls',
  'evidence',
  'redaction',
  'notifications',
  'sessions',
  'computers',
  'readiness',
  'roster',
  'digest',
  'requests',
  'hook',
  'settings',
  'channels',
  'exports',
] as const;

/** The room that a file lies in: of `shared/` that of a topic or of the kernel, of all else the folder at the top. */
function roomOf(path: string): string {
  const [top = '', ...rest] = dirname(path).split('/');
  return top === 'shared' ? [top, ...rest.slice(0, rest[0] === 'kernel' ? 2 : 1)].join('/') : top;
}

/**
 * In how many rooms each topic lies: those that hold a file with the topic's word, in the singular or the plural, in its
 * path. The small files of Lambdas directly in `functions/` do not count.
 */
export function topicFolders(paths: readonly string[]): ReadonlyMap<string, number> {
  const files = paths
    .filter((path) => dirname(path) !== 'functions')
    .map((path) => ({ room: roomOf(path), words: new Set(path.split(/[/.-]/u)) }));
  return new Map(
    topics.map((topic) => {
      const one = topic.replace(/s$/u, '');
      const isOfTopic = ({ words }: { readonly words: ReadonlySet<string> }) =>
        words.has(topic) || words.has(one) || words.has(`${one}s`);
      return [topic, new Set(files.filter(isOfTopic).map(({ room }) => room)).size];
    }),
  );
}
