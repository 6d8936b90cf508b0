import { existsSync } from 'node:fs';

import type { StateFolder } from './state-folder.ts';

/** Missing keys of an installation with signed evidence, and the consequences, in words for people. */
export function describeMissingKeys(folder: StateFolder): readonly string[] {
  if (!existsSync(folder.anchorsFile)) {
    return [];
  }
  const keys = [
    [folder.fingerprintKeyFile, 'every secret in the controls looks changed once'],
    [folder.linkKeyFile, 'links in mails that were sent before work no more'],
    [folder.evidenceKeyFile, 'heads of the evidence are signed with another key, which is reported'],
  ] as const;
  return keys
    .filter(([file]) => !existsSync(file))
    .map(
      ([file, what]) =>
        `${file} is missing. A new key is made, and ${what}; to avoid that, stop and put the file back.`,
    );
}
