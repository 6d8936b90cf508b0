import { randomBytes } from 'node:crypto';

import { privateKeyFile } from './private-key-file.ts';

/** What Prometheus reads metrics with; stays the same over starts. Throws CannotStartError when its file is not private. */
export function metricsToken(file: string): string {
  return privateKeyFile(file, {
    make: () => `${randomBytes(32).toString('base64url')}\n`,
    purpose: 'shows the metrics',
  });
}
