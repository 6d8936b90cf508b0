import * as stores from '../stores.ts';

/** The tables that say how everybody stands. */
export type SnapshotTable = 'budgets' | 'grants' | 'journal' | 'ledger' | 'limits' | 'teams' | 'users' | 'versions';

/** How everybody stands, on the real things. Nothing is called yet. */
export const snapshotPorts = (clients: stores.Tables<SnapshotTable>) => ({
  budgets: stores.budgets(clients),
  teams: stores.teams(clients),
  grants: stores.grants(clients),
  users: stores.users(clients),
  ledger: stores.ledger(clients),
  limits: stores.limits(clients),
});
