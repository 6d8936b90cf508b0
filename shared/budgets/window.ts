import { nearestHint } from '../kernel/texts/nearest-word.ts';
import { windowKinds } from '../kernel/time/window.ts';

// Windows are defined by time alone; budgets import them from here.
export {
  isWithin,
  windowAt,
  windowKinds,
  type PlatformWindow,
  type Window,
  type WindowKind,
} from '../kernel/time/window.ts';

/** What to write for a window: the words that are allowed, and the nearest. */
export function windowRemedy(text: string): string {
  return `give one of ${windowKinds.join(', ')}${nearestHint(text, windowKinds, (word) => word)}`;
}
