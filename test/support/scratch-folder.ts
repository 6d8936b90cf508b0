import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { invariant } from '../../shared/kernel/invariant.ts';
import { type Lifetime, onLifetime } from './lifetime.ts';

/** An empty folder of this machine, which is removed with all that is in it. */
export interface ScratchFolder {
  /** The path of something in it, or of the folder. */
  readonly pathOf: (...names: readonly string[]) => string;
  /** Writes a file and gives its path. */
  readonly fileOf: (name: string, text: string) => string;
}

export function useScratchFolder(lifetime: Lifetime = 'test'): ScratchFolder {
  let folder: string | undefined;
  onLifetime(lifetime, {
    begin: () => {
      folder = mkdtempSync(join(tmpdir(), 'curfew-test-'));
    },
    end: () => {
      if (folder !== undefined) {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  });
  const pathOf = (...names: readonly string[]): string => {
    invariant(folder !== undefined, 'a scratch folder is only there while tests run');
    return join(folder, ...names);
  };
  return {
    pathOf,
    fileOf(name, text) {
      const path = pathOf(name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    },
  };
}
