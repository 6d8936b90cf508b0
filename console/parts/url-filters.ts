import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/**
 * Filters that are a link: each stands in the address, and what is empty does not. `usual` names every filter with what
 * it is when the address says nothing. Changing one goes back to the first page of a table.
 */
export function useUrlFilters<T extends Readonly<Record<string, string>>>(
  usual: T,
): readonly [T, (change: Partial<Record<keyof T, string>>) => void] {
  const [search, setSearch] = useSearchParams();
  const filters = Object.fromEntries(Object.keys(usual).map((name) => [name, search.get(name) ?? usual[name]])) as T;
  const setFilters = useCallback(
    (change: Partial<Record<keyof T, string>>) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(change)) {
            if (value === undefined || value === '') {
              after.delete(name);
            } else {
              after.set(name, value);
            }
          }
          after.delete('cursor');
          return after;
        },
        { replace: true },
      ),
    [setSearch],
  );
  return [filters, setFilters];
}
