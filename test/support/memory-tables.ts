import { memoryEvidenceChain } from '../../shared/adapters/memory/controls/memory-controls-stores.ts';
import { memoryBudgetStore } from '../../shared/adapters/memory/edits/memory-budget-store.ts';
import { memoryGrantStore } from '../../shared/adapters/memory/edits/memory-grant-store.ts';
import { memoryTeamStore } from '../../shared/adapters/memory/edits/memory-team-store.ts';
import {
  memoryLedgerStore,
  memoryLimitStore,
  memoryPlanStore,
  memoryUserStore,
} from '../../shared/adapters/memory/enforcement/memory-enforcement-stores.ts';
import { memoryPageStore } from '../../shared/adapters/memory/enforcement/memory-page-store.ts';
import { memoryAlertStore } from '../../shared/adapters/memory/mail/memory-alert-store.ts';
import { memoryOutbox, memoryRecipientStore } from '../../shared/adapters/memory/mail/memory-mail-stores.ts';
import { immediateSteps } from '../../shared/adapters/memory/runs/immediate-steps.ts';
import { memoryJournal } from '../../shared/adapters/memory/runs/memory-journal.ts';
import { memoryLeaseStore, memoryRunStore } from '../../shared/adapters/memory/runs/memory-run-store.ts';
import type { EnforcementPorts } from '../../shared/application/enforcement/enforcement-work.ts';

/** What people edit, what the platform reported, what was sent and the runs, all empty. */
export function memoryTables() {
  const journal = memoryJournal();
  return {
    journal,
    budgets: memoryBudgetStore(journal),
    grants: memoryGrantStore(journal),
    teams: memoryTeamStore(journal),
    users: memoryUserStore(),
    ledger: memoryLedgerStore(),
    limits: memoryLimitStore(),
    runs: memoryRunStore(),
    plans: memoryPlanStore(),
  };
}

/** Every store of an enforcement run, empty, with ids that count. */
export function memoryEnforcementStores() {
  let lastId = 0;
  return {
    ...memoryTables(),
    steps: immediateSteps(async () => {}),
    rosterPages: memoryPageStore(),
    metricsPages: memoryPageStore(),
    ids: { next: () => `id-${(lastId += 1)}` },
    leases: memoryLeaseStore(),
    outbox: memoryOutbox(),
    alerts: memoryAlertStore(),
    recipients: memoryRecipientStore(),
    evidence: memoryEvidenceChain(),
  } satisfies Partial<EnforcementPorts>;
}
