import { platformOrganizationSource } from '../../digest/platform/platform-organization-source.ts';
import type { DigestPorts } from '../../digest/use-cases/ports.ts';
import type { OrganizationCalls } from '../../kernel/platform/platform-calls.ts';
import * as furtherStores from '../further-stores.ts';
import * as stores from '../stores.ts';
import type { SnapshotTable } from './snapshot-ports.ts';

/** The tables that a digest is made from: also those of the controls, whose changes it names. */
export type WeekTable = SnapshotTable | 'controls' | 'live' | 'readiness' | 'revisions' | 'runs';

/** What a digest is made from. */
type WeekPorts = Pick<
  DigestPorts,
  | 'budgets'
  | 'decisions'
  | 'digests'
  | 'grants'
  | 'ledger'
  | 'limits'
  | 'liveState'
  | 'organization'
  | 'readiness'
  | 'revisions'
  | 'teams'
  | 'users'
  | 'watchState'
>;

/** The ports of what a digest is made from, on the real things. */
export function weekPorts(clients: stores.Tables<WeekTable> & { readonly platform: OrganizationCalls }): WeekPorts {
  return {
    budgets: stores.budgets(clients),
    decisions: furtherStores.decisions(clients),
    digests: furtherStores.digests(clients),
    grants: stores.grants(clients),
    ledger: stores.ledger(clients),
    limits: stores.limits(clients),
    liveState: stores.live(clients),
    organization: platformOrganizationSource(clients.platform),
    readiness: furtherStores.readiness(clients),
    revisions: furtherStores.revisions(clients),
    teams: stores.teams(clients),
    users: stores.users(clients),
    watchState: furtherStores.watchState(clients),
  };
}
