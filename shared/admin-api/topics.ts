import type { OperationContract } from '../contracts/admin-api/contracts/contract.ts';
import type { Topic } from '../contracts/admin-api/routes.ts';
import type { Answer, OperationWork } from './operation.ts';

/** The contracts and operations of one topic, whatever they take and answer. */
interface TopicModule {
  readonly contract: Readonly<Record<string, OperationContract>>;
  readonly operations: Readonly<Record<string, (work: OperationWork, input: never) => Promise<Answer<unknown>>>>;
}

/** Each topic is loaded when it is asked for: most callers need one. */
export const topics: Readonly<Record<Topic, () => Promise<TopicModule>>> = {
  budgets: async () => (await import('./operations/budgets-operations.ts')).budgets,
  edits: async () => (await import('./operations/edits-operations.ts')).edits,
  grants: async () => (await import('./operations/grants-operations.ts')).grants,
  records: async () => (await import('./operations/records-operations.ts')).records,
  teams: async () => (await import('./operations/teams-operations.ts')).teams,
  alerts: async () => (await import('./operations/alerts-operations.ts')).alerts,
  caps: async () => (await import('./operations/caps-operations.ts')).caps,
  plans: async () => (await import('./operations/plans-operations.ts')).plans,
  runs: async () => (await import('./operations/runs-operations.ts')).runs,
  settings: async () => (await import('./operations/settings-operations.ts')).settings,
  status: async () => (await import('./operations/status-operations.ts')).status,
  sessions: async () => (await import('./operations/sessions-operations.ts')).sessions,
  readiness: async () => (await import('./operations/readiness-operations.ts')).readiness,
  fleet: async () => (await import('./operations/fleet-operations.ts')).fleet,
  controls: async () => (await import('./operations/controls-operations.ts')).controls,
  hook: async () => (await import('./operations/hook-operations.ts')).hook,
  access: async () => (await import('./operations/own-operations.ts')).access,
  digests: async () => (await import('./operations/digests-operations.ts')).digests,
  own: async () => (await import('./operations/own-operations.ts')).own,
  requests: async () => (await import('./operations/requests-operations.ts')).requests,
};
