import { hintKey, type Hint } from '../../domain/hook/hint.ts';
import type { HintStore } from './ports.ts';

/** What one write takes at most. */
const hintsMax = 100;

interface Waiting {
  readonly hint: Hint;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Records hints as they come, those that come while others are written together with each other: a burst costs few
 * writes, and a single one waits for nobody. Each is recorded when its promise is kept.
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
