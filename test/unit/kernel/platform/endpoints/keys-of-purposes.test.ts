import { expect, test } from 'vitest';

import { createPlatformClient } from '../../../../../shared/kernel/platform/platform-client.ts';
import { json, scriptedPlatform, status } from '../scripted-platform.ts';

const session = { sessionId: 's', status: 'idle', messageCount: 1, createdAt: 1, updatedAt: 1 };
const computer = { id: 'c', name: 'c', providerType: 'e2b', createdAt: 1 };
const updated = () => json({ updated: [{ email: 'ann@acme.example', limit: 5 }], errors: [] });

test('what changes limits, sessions or computers is called with the key of that purpose, and nothing else is', async () => {
  const platform = scriptedPlatform([updated(), json(session), json(computer), json(computer), json(session)], {
    readKey: async (purpose) => `key-of-${purpose}`,
  });
  const client = createPlatformClient(platform.options);

  await client.setUserLimits([{ email: 'ann@acme.example', limit: 5 }]);
  await client.updateSession({ sessionId: 's', sessionSettings: { compactionThresholdCheckEnabled: true } });
  await client.createComputer({ name: 'c' });
  await client.installDependencies('c');
  await client.session({ sessionId: 's' });

  expect(platform.requests.map(({ authorization }) => authorization)).toEqual(
    ['limits', 'sessions', 'computers', 'computers', 'reading'].map((purpose) => `Bearer key-of-${purpose}`),
  );
});

test('a key that is refused is read again for its purpose alone', async () => {
  const asked: string[] = [];
  const platform = scriptedPlatform([json(session), status(401), updated(), json(session)], {
    readKey: async (purpose) => `key-${purpose}-${asked.push(purpose)}`,
  });
  const client = createPlatformClient(platform.options);

  await client.session({ sessionId: 's' });
  await client.setUserLimits([{ email: 'ann@acme.example', limit: 5 }]);
  await client.session({ sessionId: 's' });

  expect(asked).toEqual(['reading', 'limits', 'limits']);
});
