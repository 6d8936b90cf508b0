import { hintKey, type Hint } from '../hint.ts';
import type { HintStore } from './ports.ts';

const hintsMax = 100;

interface Waiting {
  readonly hint: Hint;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Records hints, batching those that arrive during a write: a burst costs few writes, and a single hint does not wait.
 * Each promise resolves when its hint is recorded.
 */
export function gatherHints(store: Pick<HintStore, 'record'>): (hint: Hint) => Promise<void> {
  const waiting: Waiting[] = [];
  let isWriting = false;

  async function write(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, hintsMax);
      const last = new Map(batch.map(({ hint }) => [hintKey(hint), hint]));
      try {
        await store.record([...last.values()]);
        batch.forEach(({ done }) => done());
      } catch (error) {
        batch.forEach(({ failed }) => failed(error));
      }
    }
    isWriting = false;
  }

  return async (hint) =>
    new Promise((done, failed) => {
      waiting.push({ hint, done, failed });
      if (!isWriting) {
        void write();
      }
    });
}
