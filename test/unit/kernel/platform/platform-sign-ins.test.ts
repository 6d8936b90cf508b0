import { expect, test } from 'vitest';

import { createPlatformClient } from '../../../../shared/kernel/platform/platform-client.ts';
import { PlatformUnavailableError } from '../../../../shared/kernel/runs/ports.ts';
import { platformSignIns } from '../../../../shared/roster/platform/platform-roster.ts';
import { json, scriptedPlatform, status, type ScriptedAnswer } from './scripted-platform.ts';

const midnightMs = Date.parse('2026-03-15T00:00:00Z');

function signInsOf(answers: readonly ScriptedAnswer[]) {
  const platform = scriptedPlatform(answers);
  return platformSignIns(createPlatformClient(platform.options));
}

test('who signed in since a moment is found on every page, and what cannot be read as a moment is none', async () => {
  const signIns = signInsOf([
    json({
      users: [
        { id: 'u1', lastSignInAt: '2026-03-15T08:00:00.000Z' },
        { id: 'u2', lastSignInAt: '2026-03-14T23:59:59.999Z' },
        { id: 'u3', lastSignInAt: 'this morning' },
      ],
      pagination: { hasMore: true, nextCursor: 'u3' },
    }),
    json({ users: [{ id: 'u4' }, { id: 'u5', lastSignInAt: '2026-03-15T00:00:00Z' }], pagination: { hasMore: false } }),
  ]);

  expect(await signIns.listSince(midnightMs)).toEqual(['u1', 'u5']);
});

test('a list that cannot be read is said in the words of the port', async () => {
  await expect(signInsOf([status(400), status(400)]).listSince(midnightMs)).rejects.toThrow(PlatformUnavailableError);
});
