import { closeSync, fsyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';

import { AnchoringError, type AnchorStore } from '../../controls/ports.ts';
import { partedLines, readAnchor, readAnchorLines, writeAnchor } from '../contract.ts';

const ownerOnly = 0o600;

/** Signed heads in an append-only file, a JSON line each, on disk before `put` resolves. `place`: its present path. */
export function fileAnchorStore(place: () => string): AnchorStore {
  return {
    async put(anchor) {
      const line = writeAnchor(anchor);
      raised(place, (path) => {
        const { whole, rest } = partedLines(textOf(path));
        if (rest !== '' && readAnchor(rest) === undefined) {
          truncateSync(path, Buffer.byteLength(whole));
        }
        if (!`${whole}${rest}`.split('\n').includes(line)) {
          append(path, `${readAnchor(rest) === undefined ? '' : '\n'}${line}\n`);
        }
      });
    },
    newest: async (countMax) => raised(place, (path) => readAnchorLines(textOf(path)).slice(-countMax).toReversed()),
    async *list() {
      yield* raised(place, (path) => readAnchorLines(textOf(path)));
    },
  };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return '';
    }
    throw error;
  }
}

function append(path: string, text: string): void {
  const handle = openSync(path, 'a', ownerOnly);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function raised<T>(place: () => string, work: (path: string) => T): T {
  const path = place();
  try {
    return work(path);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    throw new AnchoringError(`the file of signed heads, ${path}, cannot be used${code}`, { cause });
  }
}
