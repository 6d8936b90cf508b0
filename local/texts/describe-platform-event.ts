import type { PlatformEvent } from '../../shared/kernel/platform/http/platform-event.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';

/** What a waiting user should know of the platform's delays; usually nothing. */
export function describePlatformEvent(event: PlatformEvent): readonly string[] {
  switch (event.kind) {
    case 'retrying': {
      const seconds = Math.ceil(event.delayMs / 1_000);
      const status = event.status === undefined ? '' : `, status ${event.status}`;
      return [`${event.endpoint}: ${event.failure}${status}; trying again in ${seconds} s`];
    }
    case 'rows-quarantined':
      return [
        plainText(`${event.endpoint}: ${event.rows} rows cannot be read and are left out (${event.firstProblem})`),
      ];
    case 'key-read-again':
    case 'unknown-fields':
      return [];
  }
}
