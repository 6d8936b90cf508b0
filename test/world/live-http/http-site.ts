import { serve } from '@hono/node-server';

import { memoryLiveStore } from '../../../shared/enforcement/memory-store.ts';
import type { EnforcementPorts } from '../../../shared/enforcement/use-cases/enforcement-work.ts';
import { hookTokenText } from '../../../shared/hook/hook-token.ts';
import { memoryHintStore, memoryHookTokenStore } from '../../../shared/hook/store/memory-hook-stores.ts';
import { makeToken } from '../../../shared/hook/use-cases/connect-hook.ts';
import { eventReporter } from '../../../shared/hook/use-cases/report-event.ts';
import { memoryJournal } from '../../../shared/journal/store/memory-journal.ts';
import { httpApi } from '../../../shared/kernel/api/http/http-api.ts';
import { createPlatformClient } from '../../../shared/kernel/platform/platform-client.ts';
import { platformTime } from '../../../shared/kernel/platform/platform-time.ts';
import { memorySessionStore } from '../../../shared/kernel/runs/store/memory-watcher-stores.ts';
import { platformUsageSource } from '../../../shared/ledger/platform/platform-usage-source.ts';
import { platformLimitWriter } from '../../../shared/limits/platform.ts';
import type { LiveStore } from '../../../shared/live/ports.ts';
import type { LivePorts, LiveSettings } from '../../../shared/live/use-cases/live-work.ts';
import { platformRoster, platformSignIns } from '../../../shared/roster/platform/platform-roster.ts';
import { platformListedSessions } from '../../../shared/sessions/platform/platform-session-source.ts';
import type { Installation } from '../../../shared/wiring/installation.ts';
import type { TestEmulator } from '../../support/emulator.ts';
import { memoryEnforcementStores } from '../../support/memory-tables.ts';
import { partOf } from '../../support/part-of.ts';
import type { Draw } from '../../support/redaction/draw.ts';
import type { Stores } from '../enforcement-world.ts';
import { virtualClock, type VirtualClock } from '../virtual-clock.ts';
import { standBetween, type Between } from './between.ts';

/** Curfew beside the emulator: its client calls it over HTTP, and hooks report over HTTP to its API. */
export interface HttpSite {
  readonly clock: VirtualClock;
  readonly emulator: TestEmulator;
  readonly between: Between;
  readonly stores: Stores;
  readonly settings: LiveSettings;
  readonly nightPorts: EnforcementPorts & Pick<Stores, 'budgets' | 'teams' | 'grants'>;
  readonly livePorts: LivePorts;
  /** Where hooks report, with the keys of those who have one, by email. */
  readonly hookUrl: string;
  readonly keys: ReadonlyMap<string, string>;
  readonly unforeseen: readonly unknown[];
  close(): Promise<void>;
}

interface SiteTerms {
  readonly emulator: TestEmulator;
  readonly settings: LiveSettings;
  readonly draw: Draw;
  readonly startMs: number;
  /** Who has a hook. */
  readonly hooked: readonly { readonly userId: string; readonly email: string }[];
}

export async function openSite({ emulator, settings, draw, startMs, hooked }: SiteTerms): Promise<HttpSite> {
  const clock = virtualClock(startMs);
  const { enforcementDelayMinutes: delayMinutes } = settings.pools;
  const between = standBetween({ clock, emulator, draw, delayMinutes });
  const platform = createPlatformClient({
    baseUrl: emulator.url,
    appUrl: emulator.url,
    readKey: async () => Promise.resolve('owner-key'),
    fetch: between.fetch,
    clock: { now: () => clock.now(), sleep: async (ms) => Promise.resolve(clock.moveBy(ms)) },
    random: () => 0.5,
  });
  const stores = memoryEnforcementStores();
  const live = memoryLiveStore();
  const hints = memoryHintStore();
  const common = {
    ...stores,
    clock,
    live,
    limitWriter: platformLimitWriter(platform),
    platformTime: platformTime(platform),
  };
  const api = await openApi({ clock, stores, hints, live, settings, hooked });
  return {
    clock,
    emulator,
    between,
    stores,
    settings,
    nightPorts: { ...common, roster: platformRoster(platform), usage: platformUsageSource(platform) },
    livePorts: {
      ...common,
      hints,
      known: memorySessionStore(),
      sessions: platformListedSessions(platform),
      signIns: platformSignIns(platform),
      fleet: partOf<LivePorts['fleet']>({
        read: async () => Promise.resolve({ records: [], approvals: [], facts: { words: {} } }),
      }),
    },
    ...api,
  };
}

type ShowTerms = Pick<HttpSite, 'clock' | 'stores' | 'settings'> &
  Pick<SiteTerms, 'hooked'> & { readonly hints: ReturnType<typeof memoryHintStore>; readonly live: LiveStore };

/** The API as it is served, and a key for everybody with a hook. */
async function openApi({
  clock,
  stores,
  hints,
  live,
  settings,
  hooked,
}: ShowTerms): Promise<Pick<HttpSite, 'hookUrl' | 'keys' | 'unforeseen' | 'close'>> {
  const hookTokens = memoryHookTokenStore(memoryJournal());
  const keys = new Map<string, string>();
  for (const [index, person] of hooked.entries()) {
    const key = hookTokenText(String(index).padStart(43, 'x'));
    await makeToken({ hookTokens, clock }, person, key);
    keys.set(person.email, key);
  }
  const unforeseen: unknown[] = [];
  const report = eventReporter({ ...stores, hookTokens, hints, live, clock }, () => settings);
  const app = httpApi({
    // Only hooks call it here.
    installation: {} as Installation,
    now: () => clock.now(),
    identify: () => undefined,
    onError: (error) => unforeseen.push(error),
    hooks: { report, file: () => '', now: () => clock.now() },
  });
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
      resolve({
        hookUrl: `http://127.0.0.1:${port}/requests/link/hook`,
        keys,
        unforeseen,
        close: async () => new Promise((done) => server.close(() => done())),
      }),
    );
  });
}
