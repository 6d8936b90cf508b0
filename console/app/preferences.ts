import { applyDensity, applyMode, Density, Mode } from '@cloudscape-design/global-styles';

/** Display preferences, stored in this browser. */
export interface Preferences {
  /** `system` follows the system's changes. */
  readonly theme: 'system' | 'light' | 'dark';
  readonly density: 'comfortable' | 'compact';
}

const key = 'curfew.preferences';
const usual: Preferences = { theme: 'system', density: 'comfortable' };
const darkQuery = globalThis.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
let current = readPreferences();

/** For `useSyncExternalStore`. */
export const preferences = {
  get: (): Preferences => current,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export function setPreferences(change: Partial<Preferences>): void {
  current = { ...current, ...change };
  try {
    localStorage.setItem(key, JSON.stringify(current));
  } catch {
    // A browser without storage keeps no preferences.
  }
  applyPreferences();
  listeners.forEach((listener) => listener());
}

/** Applies the chosen theme. */
export function applyPreferences(): void {
  const isDark = current.theme === 'dark' || (current.theme === 'system' && darkQuery.matches);
  applyMode(isDark ? Mode.Dark : Mode.Light);
  applyDensity(current.density === 'compact' ? Density.Compact : Density.Comfortable);
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
}

darkQuery.addEventListener('change', applyPreferences);

function readPreferences(): Preferences {
  try {
    const { theme, density } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Preferences>;
    return {
      theme: theme === 'light' || theme === 'dark' ? theme : usual.theme,
      density: density === 'compact' ? 'compact' : usual.density,
    };
  } catch {
    return usual;
  }
}
