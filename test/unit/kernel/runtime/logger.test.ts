import { expect, test } from 'vitest';

import { createLogger } from '../../../../shared/kernel/runtime/logger.ts';
import { captureLog } from './captured-log.ts';

test('an entry is one JSON object with the service, the level and the message', () => {
  const log = captureLog();

  createLogger('enforce-budgets').info('run ended', { runId: 'enforce-1', capsChanged: 3 });

  expect(log.entries()).toMatchObject([
    { service: 'enforce-budgets', level: 'INFO', message: 'run ended', runId: 'enforce-1', capsChanged: 3 },
  ]);
});

test('a key that is not on the list is left out, and counted', () => {
  const log = captureLog();

  createLogger('enforce-budgets').info('run ended', { apiKey: 'hunter2', event: { body: 'hunter2' } });

  expect(log.text()).not.toContain('hunter2');
  expect(log.entries()).toMatchObject([{ keysOmitted: 2 }]);
});

test('an error is logged without its attached fields, however deeply it is nested', () => {
  const log = captureLog();
  const error = Object.assign(new Error('refused'), { $response: { body: 'hunter2' } });

  createLogger('enforce-budgets').error('invocation failed', error);
  createLogger('enforce-budgets').error('invocation failed', { problems: [error] });

  expect(log.text()).not.toContain('hunter2');
  expect(log.entries()).toMatchObject([
    { error: { name: 'Error', message: 'refused' } },
    { problems: [{ name: 'Error', message: 'refused' }] },
  ]);
});
