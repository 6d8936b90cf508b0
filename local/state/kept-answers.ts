import { readFile } from 'node:fs/promises';

import type { AnswerKeep } from '../../shared/explanation/use-cases/snapshots/share-answers.ts';
import { writePrivately } from './private-files.ts';
import type { StateFolder } from './state-folder.ts';

/** Stores the console's first page in the state folder for the next start. */
export function keptAnswers({ homeFile }: StateFolder): AnswerKeep {
  return {
    async read(topic) {
      const text = topic === 'home' ? await readFile(homeFile, 'utf8').catch(() => 'null') : 'null';
      return jsonIn(text);
    },
    async write(topic, answer) {
      try {
        await Promise.resolve(topic === 'home' && writePrivately(homeFile, JSON.stringify(answer)));
      } catch {
        // Disk full or folder gone: the next start makes it again.
      }
    },
  };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
