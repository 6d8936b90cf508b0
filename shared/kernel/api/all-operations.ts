import { budgets } from '../../budgets/api.ts';
import { caps } from '../../caps/api.ts';
import { fleet } from '../../computers/api.ts';
import { controls } from '../../controls/api/controls-operations.ts';
import { digests } from '../../digest/api.ts';
import { plans } from '../../enforcement/api.ts';
import { grants } from '../../grants/api/grants-operations.ts';
import { hook } from '../../hook/api/hook-operations.ts';
import { alerts } from '../../notifications/api.ts';
import { readiness } from '../../readiness/api.ts';
import { requests } from '../../requests/api/requests-operations.ts';
import { sessions } from '../../sessions/api.ts';
import { settings } from '../../settings/api/settings-operations.ts';
import { status } from '../../status/api.ts';
import { teams } from '../../teams/api.ts';
import { access, own } from '../access/api/own-operations.ts';
import type { OperationContract } from '../contract/contract.ts';
import type { Topic } from '../contract/routes.ts';
import { edits } from '../records/api/edits-operations.ts';
import { records } from '../records/api/records-operations.ts';
import { runs } from '../runs/api.ts';
import type { Answer, OperationWork } from './operation.ts';

/** The contracts and operations of one topic, whatever they take and answer. */
interface TopicModule {
  readonly contract: Readonly<Record<string, OperationContract>>;
  readonly operations: Readonly<Record<string, (work: OperationWork, input: never) => Promise<Answer<unknown>>>>;
}

/** What answers the operations of each topic. */
export const topics: Readonly<Record<Topic, TopicModule>> = {
  budgets,
  edits,
  grants,
  records,
  teams,
  alerts,
  caps,
  plans,
  runs,
  settings,
  status,
  sessions,
  readiness,
  fleet,
  controls,
  hook,
  access,
  digests,
  own,
  requests,
};
