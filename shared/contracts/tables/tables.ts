/** The tables, said once: `infra/` defines them in AWS, `local/` creates them in the embedded engine. */
export interface TableDefinition {
  readonly partitionKey: string;
  readonly sortKey?: string;
  /** Items vanish some time after the Unix second in this attribute. */
  readonly timeToLiveAttribute?: string;
  readonly sparseIndex?: SparseIndex;
  /** Changes are followed by a consumer: with the item before and after, or its key alone. */
  readonly stream?: 'images' | 'keys';
  /** Admins edit its rows with the tools of AWS, so that a deployment says what it is called. */
  readonly isEditedByHand?: true;
}

/**
 * An index that holds only the items which carry its key. It shows their keys and what `shows` names, and no more: it
 * is written, and paid, whenever something changes that it shows.
 */
export interface SparseIndex {
  readonly name: string;
  readonly partitionKey: string;
  readonly sortKey: string;
  readonly shows?: readonly string[];
}

export const tableDefinitions = {
  /** `scope` is `org`, `default`, `team:NAME` or `user:EMAIL`, `window` its kind: made to be read and edited by hand. */
  budgets: { partitionKey: 'scope', sortKey: 'window', stream: 'images', isEditedByHand: true },
  /** Every version of every budget: `budget` is its scope and window, `org#month`, `version` its number in ten digits. `settings` are those of one machine. */
  versions: { partitionKey: 'budget', sortKey: 'version' },
  /** `name` is the NAME of `team:NAME`: made to be read and edited by hand. */
  teams: { partitionKey: 'name', stream: 'images', isEditedByHand: true },
  /** `kind` is `top-up` or `exemption`. */
  grants: { partitionKey: 'kind', sortKey: 'id', stream: 'images' },
  /**
   * Users in chunks, `userId` naming the chunk: an item a day and chunk, and under `day` = `users` one of who is in it.
   * The day as a whole stands under `day` = `days`, with the day as its `userId`.
   */
  ledger: { partitionKey: 'day', sortKey: 'userId' },
  users: { partitionKey: 'userId' },
  limits: { partitionKey: 'userId' },
  leases: { partitionKey: 'name' },
  runs: { partitionKey: 'job', sortKey: 'runId' },
  /** Plans that were held, until somebody approves or rejects them. */
  plans: { partitionKey: 'planId', timeToLiveAttribute: 'goneAfter' },
  /** Pages of the platform's lists that a run has read and not put to use yet, in pieces; `listId` names run and list. */
  pages: { partitionKey: 'listId', sortKey: 'place', timeToLiveAttribute: 'goneAfter' },
  /** `entry` is the instant, then the entry's id. */
  journal: { partitionKey: 'day', sortKey: 'entry' },
  /** `part` is `session` (what is known of one) or `action` (what was done to one). */
  sessions: { partitionKey: 'part', sortKey: 'id', timeToLiveAttribute: 'goneAfter' },
  /** What is given between the nights rests on it: `part` is `session` (what one has used) or `state` (of all of them). */
  live: { partitionKey: 'part', sortKey: 'id', timeToLiveAttribute: 'goneAfter' },
  outbox: {
    partitionKey: 'mailId',
    stream: 'keys',
    sparseIndex: { name: 'open', partitionKey: 'open', sortKey: 'writtenAt', shows: ['notBefore', 'state'] },
  },
  /** States of alerts under their id, and notices under `notice/` and theirs. `open`: what still asks for something. */
  alerts: {
    partitionKey: 'entryId',
    sparseIndex: { name: 'open', partitionKey: 'open', sortKey: 'at' },
  },
  /** Addresses to which mail did not get through, in the matching form, now or until somebody cleared them. */
  recipients: { partitionKey: 'address', isEditedByHand: true },
  /** Revisions of the controls: `series/N` lists them by number, `content/…` holds what was served, in pieces. */
  revisions: { partitionKey: 'part', sortKey: 'place' },
  /** How far the controls are watched, alarms about their history, baseline, exceptions, acknowledgements. */
  controls: { partitionKey: 'part', sortKey: 'id' },
  /** The evidence chain; `seq` is the number of a link in 12 digits. */
  evidence: { partitionKey: 'chain', sortKey: 'seq' },
  /** Records that admins edit by commands alone, by kind and key; `KIND/versions` holds every version of each. */
  records: { partitionKey: 'recordKind', sortKey: 'recordKey' },
  /** What is known of each computer of the fleet list, approvals, and what the platform's words were seen to mean. */
  computers: { partitionKey: 'part', sortKey: 'id' },
  /** What is known of each branch of each repository, and how far the list of reports is read. */
  readiness: { partitionKey: 'part', sortKey: 'id' },
  /** Requests for more credits, by the month with which their id begins. */
  requests: { partitionKey: 'month', sortKey: 'id', stream: 'keys' },
  /** Of the hook: `token` holds hashes of tokens, `hint/HOUR` whose sessions were at work in that hour; `visit/DAY` who followed a link of a mail. */
  hooks: { partitionKey: 'part', sortKey: 'id', timeToLiveAttribute: 'goneAfter' },
} as const satisfies Record<string, TableDefinition>;

export type TableKey = keyof typeof tableDefinitions;

/** The name of each table in one installation. */
export type TableNames = Readonly<Record<TableKey, string>>;

export type TableAction =
  | 'dynamodb:BatchGetItem'
  | 'dynamodb:BatchWriteItem'
  | 'dynamodb:ConditionCheckItem'
  | 'dynamodb:DeleteItem'
  | 'dynamodb:GetItem'
  | 'dynamodb:PutItem'
  | 'dynamodb:Query'
  | 'dynamodb:Scan'
  | 'dynamodb:UpdateItem';

/** What a job or a person may do with a table. What no grant names is refused. */
export interface TableGrant {
  readonly table: TableKey;
  /** Absent: the table itself. */
  readonly index?: (typeof tableDefinitions)['outbox']['sparseIndex']['name'];
  readonly actions: readonly TableAction[];
}

/** How every access key id begins that the embedded engine answers to, so that none of AWS is taken for one. */
export const engineKeyPrefix = 'CURFEW';

/** The access key id of an embedded engine, where the environment names one as the tools of AWS want it. */
export function engineKeyIn(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const id = env['AWS_ACCESS_KEY_ID'];
  return id?.startsWith(engineKeyPrefix) === true ? id : undefined;
}
