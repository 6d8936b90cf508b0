import { afterEach, expect, test } from 'vitest';

import { callerOfMachine } from '../../../../shared/kernel/access/caller.ts';
import { httpApi } from '../../../../shared/kernel/api/http/http-api.ts';
import { readAnswer } from '../../../../shared/kernel/contract/operation-call.ts';
import { markLookAlikes, tellApart } from '../../../../shared/kernel/texts/look-alike.ts';
import { memoryAlertStore } from '../../../../shared/notifications/store/memory-alert-store.ts';
import { notify } from '../../../../shared/notifications/use-cases/notify.ts';
import { observeRoster } from '../../../../shared/roster/observe-roster.ts';
import { findTwins } from '../../../../shared/roster/twins.ts';
import { Settings } from '../../../../shared/settings/contract/settings.ts';
import type { Installation } from '../../../../shared/wiring/installation.ts';
import { memoryTables } from '../../../support/memory-tables.ts';

afterEach(() => tellApart(new Map()));

test('an answer names the look-alikes in it by their open alert, and whoever draws it tells them apart', async () => {
  const tables = memoryTables();
  const alerts = memoryAlertStore();
  const users = ['bob', 'b0b', 'ann', 'am1', 'aml'].map((name) => ({
    userId: `id-${name}`,
    email: `${name}@acme.example`,
  }));
  const observed = observeRoster({ changes: [], twins: findTwins(users), uncappable: [] }, 28);
  const at = '2026-03-15T06:00:00.000Z';
  const observations = { at, observed, lookedFor: { 'look-alike-users': 'all' } } as const;
  const routing = { admins: [], fallback: [], unreachable: new Set<string>(), troubled: [] };
  await notify(
    { alerts, journal: tables.journal },
    { runId: 'r1', at, today: '2026-03-15' },
    { lease: 'roster', observations, routing },
  );
  const app = httpApi({
    installation: {
      ...tables,
      alerts,
      readSettings: () => Settings.parse({ admins: ['b0b@acme.example'] }),
    } as unknown as Installation,
    now: () => Date.parse(at),
    identify: () => callerOfMachine('ada'),
    onError: (error) => expect.unreachable(String(error)),
  });

  const answer = await app.request('/api/settings');
  expect(answer.headers.get('curfew-look-alikes')).toBe('b0b%40acme.example id-b0b');
  tellApart(new Map());
  await readAnswer(answer);

  expect(markLookAlikes('b0b@acme.example, ann@acme.example')).toBe('b0b@acme.example (user …-b0b), ann@acme.example');
});
