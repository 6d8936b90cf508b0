import type { Contract } from '../contracts/door/contract.ts';
import type { Topic } from '../contracts/door/routes.ts';
import type { Answer, OperationWork } from './operation.ts';

/** The contracts and operations of one topic, whatever they take and answer. */
export interface TopicModule {
  readonly contract: Contract;
  readonly operations: Readonly<Record<string, (work: OperationWork, input: never) => Promise<Answer<unknown>>>>;
}

/** Each topic is loaded when it is asked for: most callers need one. */
export const topics: Readonly<Record<Topic, () => Promise<TopicModule>>> = {
  caps: async () => (await import('./operations/caps-operations.ts')).caps,
  status: async () => (await import('./operations/status-operations.ts')).status,
  sessions: async () => (await import('./operations/sessions-operations.ts')).sessions,
  readiness: async () => (await import('./operations/readiness-operations.ts')).readiness,
  fleet: async () => (await import('./operations/fleet-operations.ts')).fleet,
};
