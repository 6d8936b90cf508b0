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

/**
 * In how many folders each topic lies: those that hold a file with the topic's word, in the singular or the plural, in its
 * path. The small files of Lambdas directly in `functions/` do not count.
 */
export function topicFolders(paths: readonly string[]): ReadonlyMap<string, number> {
  const files = paths.map((path) => ({ folder: dirname(path), words: new Set(path.split(/[/.-]/u)) }));
  return new Map(
    topics.map((topic) => {
      const one = topic.replace(/s$/u, '');
      const isOfTopic = ({ words }: { readonly words: ReadonlySet<string> }) =>
        words.has(topic) || words.has(one) || words.has(`${one}s`);
      const folders = files.filter(isOfTopic).map(({ folder }) => folder);
      return [topic, new Set(folders).difference(new Set(['functions'])).size];
    }),
  );
}
