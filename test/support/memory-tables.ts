import { memoryEvidenceChain } from '../../shared/adapters/memory/controls/memory-evidence-chain.ts';
import { memoryBudgetStore } from '../../shared/adapters/memory/edits/memory-budget-store.ts';
import { memoryGrantStore } from '../../shared/adapters/memory/edits/memory-grant-store.ts';
import { memoryTeamStore } from '../../shared/adapters/memory/edits/memory-team-store.ts';
import { memoryLedgerStore } from '../../shared/adapters/memory/enforcement/memory-ledger-store.ts';
import { memoryLimitStore } from '../../shared/adapters/memory/enforcement/memory-limit-store.ts';
import { memoryPageStore } from '../../shared/adapters/memory/enforcement/memory-page-store.ts';
import { memoryPlanStore } from '../../shared/adapters/memory/enforcement/memory-plan-store.ts';
import { memoryUserStore } from '../../shared/adapters/memory/enforcement/memory-user-store.ts';
import { memoryAlertStore } from '../../shared/adapters/memory/mail/memory-alert-store.ts';
import { memoryOutbox } from '../../shared/adapters/memory/mail/memory-outbox.ts';
import { memoryRecipientStore } from '../../shared/adapters/memory/mail/memory-recipient-store.ts';
import { immediateSteps } from '../../shared/adapters/memory/runs/immediate-steps.ts';
import { memoryJournal } from '../../shared/adapters/memory/runs/memory-journal.ts';
import { memoryLeaseStore } from '../../shared/adapters/memory/runs/memory-lease-store.ts';
import { memoryRunStore } from '../../shared/adapters/memory/runs/memory-run-store.ts';
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
    plans: memoryPlanStore(),
  } satisfies Partial<EnforcementPorts>;
}
