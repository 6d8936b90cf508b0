import { diffControls } from '../../../../shared/control-diff/diff-controls.ts';
import {
  memoryControlsDecisionStore,
  memoryWatchStateStore,
  memoryRevisionStore,
} from '../../../../shared/controls/store/memory-controls-stores.ts';
import type { OrganizationSource } from '../../../../shared/digest/ports.ts';
import type { DigestSettings } from '../../../../shared/digest/use-cases/collect-digest.ts';
import { memoryLiveStore } from '../../../../shared/enforcement/memory-store.ts';
import { memoryDigestStore, memoryReadinessStore } from '../../../../shared/kernel/runs/store/memory-watcher-stores.ts';
import { someSettings } from '../../../support/enforcement-settings.ts';
import { aTablesWorld } from '../../../support/tables-world.ts';

/** The Monday after the week of 9 to 15 March, at the hour of the digest. */
export const monday = { runId: 'digest-1', at: '2026-03-16T07:00:00.000Z', today: '2026-03-16' };
export const mondayMs = Date.parse(monday.at);

export const rules = { diff: diffControls, policy: { approvedChangers: [] } };

export const settings: DigestSettings = {
  ...someSettings(),
  admins: ['admin@acme.example'],
  weeklyDigest: { isOn: true, weekday: 1, hour: 7, recipients: [], toTeamOwners: true },
};

interface Scene {
  readonly organization?: Partial<OrganizationSource>;
  readonly completeThrough?: string;
}

/** The tables of `aTablesWorld` on that Monday, where Ann alone is in the team web, whose budget has an owner. */
export async function digestTables({ organization = {}, completeThrough = '2026-03-15' }: Scene = {}) {
  const { ports } = await aTablesWorld({ completeThrough });
  const silent = async () => Promise.resolve([]);
  ports.teams.writeByHand({ name: 'web', members: ['ann@acme.example'], position: 1 });
  ports.budgets.writeByHand({
    scope: 'team:web',
    window: 'month',
    amount: 5_000,
    owners: ['lead@acme.example'],
    version: 1,
  });
  return {
    ...ports,
    clock: { now: () => mondayMs },
    organization: { activity: silent, tools: silent, productivity: silent, ...organization },
    readiness: memoryReadinessStore(),
    digests: memoryDigestStore(),
    revisions: memoryRevisionStore(),
    watchState: memoryWatchStateStore(),
    decisions: memoryControlsDecisionStore(),
    liveState: memoryLiveStore(),
  };
}

export type DigestTables = Awaited<ReturnType<typeof digestTables>>;
