import { memoryBudgetStore } from '../../shared/budgets/memory-store.ts';
import { memoryEvidenceChain } from '../../shared/controls/store/memory-controls-stores.ts';
import {
  memoryLedgerStore,
  memoryLimitStore,
  memoryPlanStore,
  memoryUserStore,
} from '../../shared/enforcement/memory-store.ts';
import type { EnforcementPorts } from '../../shared/enforcement/use-cases/enforcement-work.ts';
import { memoryGrantStore } from '../../shared/grants/memory-store.ts';
import { memoryJournal } from '../../shared/journal/store/memory-journal.ts';
import { immediateSteps } from '../../shared/kernel/runs/store/immediate-steps.ts';
import { memoryPageStore } from '../../shared/kernel/runs/store/memory-page-store.ts';
import { memoryLeaseStore, memoryRunStore } from '../../shared/kernel/runs/store/memory-run-store.ts';
import { memoryOutbox, memoryRecipientStore } from '../../shared/mail/store/memory-mail-stores.ts';
import { memoryAlertStore } from '../../shared/notifications/store/memory-alert-store.ts';
import { memoryTeamStore } from '../../shared/teams/memory-store.ts';

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
    alerts: memoryAlertStore(),
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
    recipients: memoryRecipientStore(),
    evidence: memoryEvidenceChain(),
  } satisfies Partial<EnforcementPorts>;
}
