import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';

import { startEmulator } from '../../emulator/start-emulator.ts';
import { useEngine } from '../support/test-engine.ts';
import { trial } from '../support/trial-runs.ts';
import { requestedActions } from './requested-actions.ts';

const engine = useEngine();
const guide = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'operating.md'), 'utf8');

const Policy = z.object({
  Statement: z.array(z.object({ Action: z.array(z.string()), Resource: z.string() })),
});

/** The actions on DynamoDB of the policy that the guide has for the trial. */
function grantedActions(): readonly string[] {
  const [, json = ''] = /## Before the first deployment: `doctor --trial`\n[^]*?```json\n([^]*?)```/.exec(guide) ?? [];
  const { Statement } = Policy.parse(JSON.parse(json));
  return Statement.flatMap(({ Action }) => Action.filter((action) => action.startsWith('dynamodb:')));
}

/** The action of a command; those on items are known to the tests of the functions' grants. */
function actionsOf(command: object): readonly string[] {
  const [, name = ''] = /^(\w+Table|\w+Tables|\w+TimeToLive)Command$/.exec(command.constructor.name) ?? [];
  return name === '' ? requestedActions(command).map((action) => action.split(' ')[1] ?? '') : [`dynamodb:${name}`];
}

test('what the guide lets the trial do in DynamoDB is what it does, no less and no more', async () => {
  const platform = await startEmulator({ port: 0, users: 20, seed: 7, today: '2026-03-15' });
  const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send');
  const tried = trial({
    env: {
      CURFEW_BASE_URL: platform.url,
      CURFEW_API_KEY: 'owner-key',
      AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint(),
    },
  });

  const { exitCode } = await tried('--yes');
  await platform.close();

  const requested = new Set(send.mock.calls.flatMap(([command]) => actionsOf(command)));
  expect(exitCode).toBe(0);
  expect([...requested].toSorted()).toEqual(grantedActions().toSorted());
});
