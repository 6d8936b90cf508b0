import { useSyncExternalStore } from 'react';

const narrow = '(width < 700px)';

/** Whether the window is about as wide as a phone; updated on change. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(narrow).matches);
}

function subscribe(notify: () => void): () => void {
  const query = matchMedia(narrow);
  query.addEventListener('change', notify);
  return () => query.removeEventListener('change', notify);
}
