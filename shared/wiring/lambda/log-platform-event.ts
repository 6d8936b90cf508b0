import type { Logger } from '@aws-lambda-powertools/logger';

import type { PlatformEvent } from '../../kernel/platform/http/platform-event.ts';

const fieldsNamedMax = 20;

/** Logs what the platform client met on the way to an answer. */
export function logPlatformEvent(logger: Logger, event: PlatformEvent): void {
  const { endpoint } = event;
  switch (event.kind) {
    case 'retrying': {
      const { attempt, failure, status: httpStatus, delayMs } = event;
      logger.warn('calling the platform again', { endpoint, attempt, failure, httpStatus, delayMs });
      return;
    }
    case 'key-read-again':
      logger.warn('the platform refused the key, which is read again', { endpoint, httpStatus: event.status });
      return;
    case 'unknown-fields':
      logger.info('the platform sent fields that are not documented', {
        endpoint,
        fields: [...event.fields.keys()].slice(0, fieldsNamedMax),
      });
      return;
    case 'rows-quarantined':
      logger.warn('rows of the platform could not be read and were left out', {
        endpoint,
        rows: event.rows,
        firstProblem: event.firstProblem,
      });
  }
}
