import { useSyncExternalStore } from 'react';

/** A page with its filters under a name. */
interface View {
  readonly name: string;
  /** An address of the console, with its query. */
  readonly to: string;
}

const key = 'curfew.views';
const viewsMax = 50;
const listeners = new Set<() => void>();
let current = readViews();

/** Views that were saved in this browser: what the filters are stands in their address, so that a view can be sent as a link. */
export function useViews() {
  const views = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
  return { views, saveView, removeView };
}

/** The same name again replaces a view. */
function saveView(view: View): void {
  keep([...current.filter(({ name }) => name !== view.name), view].slice(-viewsMax));
}

function removeView(name: string): void {
  keep(current.filter((view) => view.name !== name));
}

function keep(views: readonly View[]): void {
  current = views;
  try {
    localStorage.setItem(key, JSON.stringify(current));
  } catch {
    // A browser without storage keeps no views.
  }
  listeners.forEach((listener) => listener());
}

/** Only addresses of the console are kept: a stored one that leads elsewhere is left out. */
function readViews(): readonly View[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? (kept as readonly unknown[]).filter(isView) : [];
  } catch {
    return [];
  }
}

function isView(value: unknown): value is View {
  const { name, to } = (value ?? {}) as Partial<Record<keyof View, unknown>>;
  return typeof name === 'string' && typeof to === 'string' && /^\/(?!\/)/u.test(to);
}
