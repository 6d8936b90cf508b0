import { budgets } from '../../budgets/api.ts';
import { caps } from '../../caps/api.ts';
import { plans } from '../../enforcement/api.ts';
import { grants } from '../../grants/api/grants-operations.ts';
import { usage } from '../../ledger/api.ts';
import { metrics } from '../../metrics/api.ts';
import { status } from '../../status/api.ts';
import { teams } from '../../teams/api.ts';
import type { OperationContract } from '../contract/contract.ts';
import type { Topic } from '../contract/routes.ts';
import { runs } from '../runs/api.ts';
import type { Answer, OperationWork } from './operation.ts';

/** The contracts and operations of one topic, whatever they take and answer. */
export interface TopicModule {
  readonly contract: Readonly<Record<string, OperationContract>>;
  readonly operations: Readonly<Record<string, (work: OperationWork, input: never) => Promise<Answer<unknown>>>>;
}

/** What answers about limits, use and budgets: most calls ask for these. */
export const limitTopics: Readonly<Partial<Record<Topic, TopicModule>>> = {
  budgets,
  grants,
  teams,
  caps,
  plans,
  runs,
  status,
  metrics,
  usage,
};
