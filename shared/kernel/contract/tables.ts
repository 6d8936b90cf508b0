/** The tables: `infra/` defines them in AWS, `local/` creates them in the embedded engine. */
export interface TableDefinition {
  readonly partitionKey: string;
  readonly sortKey?: string;
  /** Items expire some time after this Unix second. */
  readonly timeToLiveAttribute?: string;
  readonly sparseIndex?: SparseIndex;
  /** Consumed changes: with the item before and after, or its key alone. */
  readonly stream?: 'images' | 'keys';
  /** Admins edit rows with AWS tools, so the deployment publishes its name. */
  readonly isEditedByHand?: true;
}

/** An index of items that carry its key, with keys and the `shows` attributes only: each change is a paid write. */
export interface SparseIndex {
  readonly name: string;
  readonly partitionKey: string;
  readonly sortKey: string;
  readonly shows?: readonly string[];
}

export const tableDefinitions = {
  /** `scope` is its text, such as `org` or `team:NAME`, `window` its kind. Readable and editable by hand. */
  budgets: { partitionKey: 'scope', sortKey: 'window', stream: 'images', isEditedByHand: true },
  /** `budget` is scope and window, `org#month`; `version` has ten digits. `settings`: those of one machine. */
  versions: { partitionKey: 'budget', sortKey: 'version' },
  /** `name` is the NAME of `team:NAME`. Readable and editable by hand. */
  teams: { partitionKey: 'name', stream: 'images', isEditedByHand: true },
  /** `kind` is `top-up` or `exemption`. */
  grants: { partitionKey: 'kind', sortKey: 'id', stream: 'images' },
  /**
   * Users in chunks; `userId` names the chunk: an item per day and chunk, and under `day` = `users` its user list. Days
   * as a whole are under `day` = `days`, with the day as `userId`.
   */
  ledger: { partitionKey: 'day', sortKey: 'userId' },
  users: { partitionKey: 'userId' },
  limits: { partitionKey: 'userId' },
  leases: { partitionKey: 'name' },
  runs: { partitionKey: 'job', sortKey: 'runId' },
  plans: { partitionKey: 'planId', timeToLiveAttribute: 'goneAfter' },
  /** Platform list pages that a run has read and not yet used, in pieces; `listId` names run and list. */
  pages: { partitionKey: 'listId', sortKey: 'place', timeToLiveAttribute: 'goneAfter' },
  /** `entry` is the instant, then the entry's id. */
  journal: { partitionKey: 'day', sortKey: 'entry' },
  /** `part` is `session` or `action`. */
  sessions: { partitionKey: 'part', sortKey: 'id', timeToLiveAttribute: 'goneAfter' },
  /** For credits given during the day: `part` is `session` (one session's use) or `state` (all). */
  live: { partitionKey: 'part', sortKey: 'id', timeToLiveAttribute: 'goneAfter' },
  outbox: {
    partitionKey: 'mailId',
    stream: 'keys',
    sparseIndex: { name: 'open', partitionKey: 'open', sortKey: 'writtenAt', shows: ['notBefore', 'state'] },
  },
  /** Alert states by id, notifications under `notice/` and their id. `open`: those still pending. */
  alerts: {
    partitionKey: 'entryId',
    sparseIndex: { name: 'open', partitionKey: 'open', sortKey: 'at' },
  },
  /** Normalized addresses that mail does not reach, cleared ones included. */
  recipients: { partitionKey: 'address', isEditedByHand: true },
  /** Revisions of the controls: `series/N` lists them by number, `content/…` holds their contents in pieces. */
  revisions: { partitionKey: 'part', sortKey: 'place' },
  /** The watcher's progress, alarms about the history, baseline, exceptions, acknowledgements. */
  controls: { partitionKey: 'part', sortKey: 'id' },
  /** `seq` is a link's number in 12 digits. */
  evidence: { partitionKey: 'chain', sortKey: 'seq' },
  /** Records edited only by commands, by kind and key; `KIND/versions` holds every version. */
  records: { partitionKey: 'recordKind', sortKey: 'recordKey' },
  computers: { partitionKey: 'part', sortKey: 'id' },
  readiness: { partitionKey: 'part', sortKey: 'id' },
  /** By the month their id begins with. */
  requests: { partitionKey: 'month', sortKey: 'id', stream: 'keys' },
  /**
   * Of the hook: `token` holds hashes of tokens, `hint/HOUR` the active sessions' owners of that hour; `visit/DAY`
   * people who followed a mail's link.
   */
  hooks: { partitionKey: 'part', sortKey: 'id', timeToLiveAttribute: 'goneAfter' },
} as const satisfies Record<string, TableDefinition>;

export type TableKey = keyof typeof tableDefinitions;

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

/** What a job or person may do with a table; everything else is denied. */
export interface TableGrant {
  readonly table: TableKey;
  /** Absent: the table itself. */
  readonly index?: (typeof tableDefinitions)['outbox']['sparseIndex']['name'];
  readonly actions: readonly TableAction[];
}

/** The prefix of all access key ids of the embedded engine, so that no AWS key is mistaken for one. */
export const engineKeyPrefix = 'CURFEW';

/** The embedded engine's access key id, when the environment holds one in the variable of the AWS tools. */
export function engineKeyIn(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const id = env['AWS_ACCESS_KEY_ID'];
  return id?.startsWith(engineKeyPrefix) === true ? id : undefined;
}
