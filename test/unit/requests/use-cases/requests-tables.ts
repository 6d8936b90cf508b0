import { memoryInvitationStore } from '../../../../shared/hook/store/memory-hook-stores.ts';
import { memoryRequestStore } from '../../../../shared/requests/memory-store.ts';
import type { RequestRuleTerms } from '../../../../shared/requests/request-rule.ts';
import { requestEntry, type CreditRequest } from '../../../../shared/requests/request.ts';
import type { AskPorts } from '../../../../shared/requests/use-cases/ask-for-credits.ts';
import type { RequestSettings } from '../../../../shared/requests/use-cases/give-credits.ts';
import { someSettings } from '../../../support/enforcement-settings.ts';
import { partOf } from '../../../support/part-of.ts';
import { aRequest } from '../../../support/requests.ts';
import { aTablesWorld } from '../../../support/tables-world.ts';

export const at = '2026-03-15T10:00:00.000Z';
export const atMs = Date.parse(at);

export const settings: RequestSettings = {
  ...someSettings(),
  doorUrl: 'https://api.example',
  roles: {
    viewers: [],
    budgetAdmins: [],
    approvers: ['boss@acme.example'],
    security: [],
    teamOwners: { web: ['lead@acme.example'] },
  },
  fourEyes: {},
};

const stamp = { version: 1, updatedBy: 'admin@acme.example', updatedAt: '2026-03-01T00:00:00.000Z' };

/** A request of Ann of these tables. */
export function herRequest(said: Partial<CreditRequest> = {}): CreditRequest {
  return aRequest({ userId: 'ann', credits: 300, ...said });
}

/** The tables of `aTablesWorld` at ten, of which Ann alone is in the team web, and requests. */
export async function requestTables(rules: readonly RequestRuleTerms[] = []) {
  const { ports } = await aTablesWorld();
  ports.teams.writeByHand({ name: 'web', members: ['ann@acme.example'], position: 1 });
  const requests = memoryRequestStore(ports.journal, ports.grants);
  const clock = { now: () => atMs };
  const stores = {
    ...ports,
    clock,
    requests,
    invitations: memoryInvitationStore(),
    rules: partOf<AskPorts['rules']>({
      list: async () => ({ records: rules.map((rule) => ({ ...rule, ...stamp })), invalid: [] }),
    }),
  };
  /** Stores a request as it came to be, version by version. */
  async function store(request: CreditRequest): Promise<void> {
    for (let version = 1; version <= request.version; version += 1) {
      const own = { ...request, version };
      await requests.put(own, requestEntry(own, `stored-${version}`));
    }
  }
  const grants = async () => (await ports.grants.list()).grants;
  return { ports: stores, store, grants };
}
