import { useCallback } from 'react';
import { useLocation, useNavigation, useSearchParams } from 'react-router';

/** Filters in the address, empty ones left out. `usual`: all filters' defaults. A change returns to the first page. */
export function useUrlFilters<T extends Readonly<Record<string, string>>>(
  usual: T,
): readonly [T, (change: Partial<Record<keyof T, string>>) => void] {
  const [search, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  // A late typed value would pull the user back from another page.
  const isLeaving = next !== undefined && next.pathname !== pathname;
  const filters = Object.fromEntries(Object.keys(usual).map((name) => [name, search.get(name) ?? usual[name]])) as T;
  const setFilters = useCallback(
    (change: Partial<Record<keyof T, string>>) => {
      if (!isLeaving) {
        setSearch((before) => changed(before, change), { replace: true });
      }
    },
    [isLeaving, setSearch],
  );
  return [filters, setFilters];
}

function changed(before: URLSearchParams, change: Readonly<Record<string, string | undefined>>): URLSearchParams {
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
}
