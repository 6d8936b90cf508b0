import { storedCopy } from '../../contract/stored-copy.ts';
import type { ListPage, PageStore } from '../ports.ts';

/** `dynamoPageStore` in memory. */
export function memoryPageStore<Page extends ListPage>(): PageStore<Page> {
  const lists = new Map<string, Map<number, Page>>();
  return {
    async put(list, first, pages) {
      const kept = lists.get(list) ?? new Map<number, Page>();
      pages.forEach((page, index) => kept.set(first + index, storedCopy(page)));
      lists.set(list, kept);
    },
    async last(list) {
      const number = Math.max(0, ...(lists.get(list)?.keys() ?? []));
      const page = lists.get(list)?.get(number);
      return page === undefined ? undefined : { number, page: storedCopy(page) };
    },
    async *read(list) {
      const pages = lists.get(list) ?? new Map<number, Page>();
      for (const [, page] of [...pages].toSorted(([a], [b]) => a - b)) {
        yield storedCopy(page);
      }
    },
    async drop(list) {
      lists.delete(list);
    },
  };
}
