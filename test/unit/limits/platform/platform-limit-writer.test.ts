import { describe, expect, test } from 'vitest';

import { createPlatformClient } from '../../../../shared/kernel/platform/platform-client.ts';
import { PlatformRefusedError } from '../../../../shared/kernel/runs/ports.ts';
import { platformLimitWriter } from '../../../../shared/limits/platform.ts';
import { permitted } from '../../../support/permitted.ts';
import {
  json,
  networkError,
  rejectionOf,
  type ScriptedAnswer,
  scriptedPlatform,
  status,
} from '../../kernel/platform/scripted-platform.ts';

const ada = { email: 'Ada@example.com', limitCredits: 500 };
const bob = { email: 'bob@example.com', limitCredits: 0 };

describe('an answer', () => {
  test('settles each entry in the order sent, whatever order and case it has itself', async () => {
    const { writer, platform } = writerOf([
      json({
        updated: [{ email: 'ada@EXAMPLE.com', limit: 500 }],
        errors: [{ email: 'bob@example.com', error: 'no seat' }],
      }),
    ]);

    const outcome = await writer.setLimits(permitted(bob, ada));

    expect(outcome).toEqual({ kind: 'answered', rows: [{ kind: 'failed', problem: 'no seat' }, { kind: 'done' }] });
    expect(platform.requests[0]?.body).toEqual({
      users: [
        { email: 'bob@example.com', limit: 0 },
        { email: 'Ada@example.com', limit: 500 },
      ],
    });
  });

  test.each([
    ['does not name an entry', { updated: [{ email: bob.email, limit: 0 }], errors: [] }],
    [
      'names it in both lists',
      { updated: [{ email: ada.email, limit: 500 }], errors: [{ email: ada.email, error: 'no' }] },
    ],
    ['confirms another limit than was sent', { updated: [{ email: ada.email, limit: 499 }], errors: [] }],
  ])('that %s leaves its outcome unknown', async (_, body) => {
    const { writer } = writerOf([json(body)]);

    const outcome = await writer.setLimits(permitted(ada));

    expect(outcome).toMatchObject({ kind: 'answered', rows: [{ kind: 'unknown' }] });
  });
});

describe('a batch as a whole', () => {
  test.each([400, 404, 409, 422])('is refused by status %d: nothing was applied', async (code) => {
    const { writer } = writerOf([status(code)]);

    const outcome = await writer.setLimits(permitted(ada));

    expect(outcome).toMatchObject({ kind: 'refused' });
  });

  test('is refused before it is sent when an entry breaks a rule of the document', async () => {
    const { writer, platform } = writerOf([]);

    const outcome = await writer.setLimits(permitted(ada, { email: 'no address', limitCredits: 1 }));

    expect(outcome).toMatchObject({ kind: 'refused' });
    expect(platform.requests).toEqual([]);
  });

  test('is unknown when it may have been applied, even if a repeat is refused', async () => {
    const { writer } = writerOf([networkError('ECONNRESET'), status(400)]);

    const outcome = await writer.setLimits(permitted(ada));

    expect(outcome).toMatchObject({ kind: 'unknown' });
  });

  test('is unknown, not an error, when the key is refused after it may have been applied', async () => {
    const { writer } = writerOf([status(500), status(401), status(401)]);

    const outcome = await writer.setLimits(permitted(ada));

    expect(outcome).toMatchObject({ kind: 'unknown' });
  });

  test('is unknown when the platform could not be reached, for the next run to send it again', async () => {
    const { writer } = writerOf(Array.from({ length: 6 }, () => networkError('ECONNREFUSED')));

    const outcome = await writer.setLimits(permitted(ada));

    expect(outcome).toMatchObject({ kind: 'unknown' });
  });

  test.each([401, 403])('raises PlatformRefusedError when status %d refuses the key', async (code) => {
    const { writer } = writerOf([status(code), status(code)]);

    const error = await rejectionOf(writer.setLimits(permitted(ada)));

    expect(error).toBeInstanceOf(PlatformRefusedError);
  });
});

function writerOf(answers: readonly ScriptedAnswer[]) {
  const platform = scriptedPlatform(answers);
  return { writer: platformLimitWriter(createPlatformClient(platform.options)), platform };
}
