import { pascalCase } from '../../infra/stack-names.ts';
import { byHandJobs, jobs } from '../../shared/jobs.ts';
import { type TableAction, tableDefinitions, type TableGrant } from '../../shared/kernel/contract/tables.ts';
import { adminApi } from '../../shared/kernel/runs/contract/admin-api-function.ts';
import type {
  FunctionDeclaration,
  JobDeclaration,
  JobSecret,
} from '../../shared/kernel/runs/contract/job-declaration.ts';
import { eventBus } from './synthesized.ts';

/** What an action does, for somebody who does not know the API. A condition reads; a batch of writes may remove too. */
const words: Readonly<Record<TableAction, readonly Word[]>> = {
  'dynamodb:BatchGetItem': ['read'],
  'dynamodb:BatchWriteItem': ['write', 'remove'],
  'dynamodb:ConditionCheckItem': ['read'],
  'dynamodb:DeleteItem': ['remove'],
  'dynamodb:GetItem': ['read'],
  'dynamodb:PutItem': ['write'],
  'dynamodb:Query': ['read'],
  'dynamodb:Scan': ['read'],
  'dynamodb:UpdateItem': ['write'],
};
type Word = 'read' | 'write' | 'remove';

/** The columns of tables: each has the tables with which a function may do so much and no more. */
const ways = ['read', 'write', 'read, write', 'read, write, remove'];

const secretNames: Readonly<Record<JobSecret, string>> = {
  'reading-key': 'platform: read',
  'limits-key': 'platform: limits',
  'sessions-key': 'platform: sessions',
  'computers-key': 'platform: computers',
  'fingerprint-key': 'fingerprints',
  'link-key': 'links',
};

/** What a function may do beside its tables. */
interface Rights extends FunctionDeclaration {
  readonly mayRead: readonly JobSecret[];
  readonly mayCall: readonly string[];
  readonly mayStart: readonly string[];
  readonly anchors: readonly string[];
  readonly sendsMail: boolean;
}

const functions: readonly Rights[] = [
  ...jobs.map((job) => ({
    ...job,
    mayRead: job.secrets ?? [],
    mayCall: job.calls ?? [],
    mayStart: job.starts ?? [],
    anchors: job.anchors ? ['signs evidence', 'reads and writes signed heads'] : [],
    sendsMail: job.sendsMail === true,
  })),
  {
    ...adminApi,
    mayRead: adminApi.secrets,
    mayCall: [],
    mayStart: byHandJobs.map(({ name }) => name),
    anchors: ['reads signed heads'],
    sendsMail: false,
  },
];

/** Who may do what, as a table: a line a function. */
export function permissionTable(): string {
  const rows = functions.map((each) => [
    `\`${each.file}\``,
    ...tablesOf(each),
    each.mayRead.map((secret) => secretNames[secret]).join(', '),
    [
      ...each.anchors,
      ...(each.mayStart.length === 0 ? [] : [`starts ${each.mayStart.join(', ')}`]),
      ...(each.sendsMail ? ['sends mail as the sender, and to named event buses and Security Hub'] : []),
    ].join('; '),
  ]);
  return tableOf(['function', ...ways, 'keys', 'besides'], rows);
}

/** Which calls of the platform a function makes, as a table: a line a call. */
export function callTable(): string {
  const calls = [...new Set(jobs.flatMap((job) => job.calls ?? []))];
  const callers = (call: string): string =>
    functions
      .filter(({ mayCall }) => mayCall.includes(call))
      .map(({ file }) => `\`${file}\``)
      .join(', ');
  return tableOf(
    ['call of the platform', 'made by'],
    calls.map((call) => [`\`${call}\``, callers(call)]),
  );
}

/** The tables of a function, by what it may do with them. */
function tablesOf(each: FunctionDeclaration): readonly string[] {
  const byWay = Map.groupBy(Object.keys(tableDefinitions), (table) => wordsFor(each, table));
  const unnamed = [...byWay.keys()].filter((way) => way !== '' && !ways.includes(way));
  if (unnamed.length > 0) {
    throw new Error(`${each.file} has rights for which the table has no column: ${unnamed.join('; ')}`);
  }
  return ways.map((way) => byWay.get(way)?.join(', ') ?? '');
}

function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Each grant on tables as `Resource action`, the resource as the stack names it. */
export function tableLines({ tables }: Pick<FunctionDeclaration, 'tables'>): readonly string[] {
  return tables.flatMap((grant) => grant.actions.map((action) => `${resourceOf(grant)} ${action}`));
}

/** Reading what the evidence is anchored by. */
export const verifyLines = [
  'AnchorsKey kms:GetPublicKey',
  'AnchorsBucket s3:ListBucketVersions',
  'AnchorsBucket/test/acme/* s3:GetObjectVersion',
] as const;

const account = { Ref: 'AWS::AccountId' };
const hubProduct = {
  'Fn::Join': ['', ['arn:aws:securityhub:eu-central-1:', account, ':product/', account, '/default']],
};

/** The bus that the organization of these tests names, and its Security Hub. */
export const channelLines = [
  `"${eventBus}" events:PutEvents`,
  `${JSON.stringify(hubProduct)} securityhub:BatchImportFindings`,
];

/** Each grant of a function as `Resource action`, the resource as the stack names it. */
export function grantLines({
  tables,
  secrets = [],
  anchors,
  starts = [],
  sendsMail,
}: JobDeclaration): readonly string[] {
  return [
    ...tableLines({ tables }),
    ...new Set(secrets.map((secret) => `${secretIn(secret)} secretsmanager:GetSecretValue`)),
    ...(anchors
      ? [
          ...verifyLines,
          'AnchorsKey kms:Sign',
          ...['PutObject', 'PutObjectRetention'].map((action) => `AnchorsBucket/test/acme/* s3:${action}`),
        ]
      : []),
    ...starts.map((name) => `${pascalCase(name)}JobFunctionAliaslive lambda:InvokeFunction`),
    ...(sendsMail
      ? ['identity/acme.example ses:SendEmail', 'configuration-set/Mails ses:SendEmail', ...channelLines]
      : []),
  ];
}

/** Without keys of their own, all purposes have the one key. */
function secretIn(secret: JobSecret): string {
  return secret === 'fingerprint-key' || secret === 'link-key' ? pascalCase(secret) : 'PlatformKey';
}

function resourceOf({ table, index }: TableGrant): string {
  return `${pascalCase(table)}${index === undefined ? '' : `/index/${index}`}`;
}

function wordsFor({ tables }: FunctionDeclaration, key: string): string {
  const used = new Set(
    tables.filter(({ table }) => table === key).flatMap(({ actions }) => actions.flatMap((action) => words[action])),
  );
  return (['read', 'write', 'remove'] as const).filter((word) => used.has(word)).join(', ');
}
