import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { outputOf } from '../output-of.ts';
import { withScratch } from '../with-scratch.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** A demo organization after its first night. */
interface FirstNight {
  /** For files. */
  readonly folder: string;
  /** The mails that it sent, as the catcher keeps them. */
  readonly inbox: () => unknown;
  /** What a command of it prints, also where it ends with 4: a guard holds. */
  readonly curfew: (...args: readonly string[]) => Promise<string>;
}

/** Gives a demo organization after its first night to `work`, and removes it. */
export async function withFirstNight<T>(work: (night: FirstNight) => Promise<T>): Promise<T> {
  return withScratch(async (folder) => {
    const state = join(folder, 'state');
    const program = (file: string) => join(root, file);
    const args = ['--once', '--demo', 'acme', '--no-console', '--state', state];
    await outputOf(process.execPath, [program('local/main.ts'), ...args]);
    return work({
      folder,
      inbox: () => JSON.parse(readFileSync(join(state, 'inbox.json'), 'utf8')) as unknown,
      curfew: async (...command) =>
        outputOf(process.execPath, [program('cli/main.ts'), '--state', state, ...command], { codes: [0, 4] }),
    });
  });
}
