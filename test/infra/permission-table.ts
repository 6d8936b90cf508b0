import { adminApi } from '../../functions/admin-api/function.ts';
import { byHandJobs, jobs } from '../../functions/jobs.ts';
import { pascalCase } from '../../infra/pascal-case.ts';
import type { FunctionDeclaration, JobDeclaration, JobSecret } from '../../shared/contracts/jobs/job-declaration.ts';
import { type TableAction, tableDefinitions, type TableGrant } from '../../shared/contracts/tables/tables.ts';

/** What an action does, for somebody who does not know the API. A batch of writes may remove too. */
const words: Readonly<Record<TableAction, readonly string[]>> = {
  'dynamodb:BatchGetItem': ['read'],
  'dynamodb:BatchWriteItem': ['write', 'remove'],
  'dynamodb:ConditionCheckItem': ['check'],
  'dynamodb:DeleteItem': ['remove'],
  'dynamodb:GetItem': ['read'],
  'dynamodb:PutItem': ['write'],
  'dynamodb:Query': ['read'],
  'dynamodb:Scan': ['read'],
  'dynamodb:UpdateItem': ['write'],
};
const order = ['read', 'check', 'write', 'remove'];

const secretNames: Readonly<Record<JobSecret, string>> = {
  'reading-key': 'the platform’s key, to read',
  'limits-key': 'the platform’s key, to set limits',
  'sessions-key': 'the platform’s key, to change sessions',
  'computers-key': 'the platform’s key, to create computers',
  'fingerprint-key': 'the key of the fingerprints',
  'link-key': 'the keys of the links',
};

/** What a function may do beside its tables: a row a resource. */
interface Rights extends FunctionDeclaration {
  readonly mayRead: readonly string[];
  readonly mayCall: readonly string[];
  readonly mayStart: readonly string[];
  readonly anchors: string;
  readonly signs: boolean;
  readonly sendsMail: boolean;
}

const functions: readonly Rights[] = [
  ...jobs.map((job) => ({
    ...job,
    mayRead: job.secrets ?? [],
    mayCall: job.calls ?? [],
    mayStart: job.starts ?? [],
    anchors: job.anchors ? 'read, write' : '',
    signs: job.anchors === true,
    sendsMail: job.sendsMail === true,
  })),
  {
    ...adminApi,
    mayRead: adminApi.secrets,
    mayCall: [],
    mayStart: byHandJobs.map(({ name }) => name),
    anchors: 'read',
    signs: false,
    sendsMail: false,
  },
];

/** Who may do what, as a table: a line a resource, a column a function. */
export function permissionTable(): string {
  const row = (name: string, wordOf: (each: Rights) => string) => [name, ...functions.map(wordOf)];
  const started = new Set(functions.flatMap(({ mayStart }) => mayStart));
  const rows = [
    ...Object.keys(tableDefinitions).map((table) => row(`table \`${table}\``, (each) => wordsFor(each, table))),
    ...Object.entries(secretNames).map(([secret, name]) =>
      row(name, ({ mayRead }) => (mayRead.includes(secret) ? 'read' : '')),
    ),
    ...[...new Set(jobs.flatMap((job) => job.calls ?? []))].map((call) =>
      row(`\`${call}\``, ({ mayCall }) => (mayCall.includes(call) ? 'call' : '')),
    ),
    row('the key that signs the evidence', ({ signs }) => (signs ? 'sign' : '')),
    row('signed heads of the evidence', ({ anchors }) => anchors),
    ...[...started].map((name) =>
      row(`the function of the job \`${name}\``, ({ mayStart }) => (mayStart.includes(name) ? 'start' : '')),
    ),
    row('mail, as the sender', ({ sendsMail }) => (sendsMail ? 'send' : '')),
  ];
  const header = row('', ({ folder }) => `\`${folder}\``);
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
    ...(sendsMail ? ['identity/acme.example ses:SendEmail', 'configuration-set/Mails ses:SendEmail'] : []),
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
  const used = new Set(tables.filter(({ table }) => table === key).flatMap(({ actions }) => actions.flatMap(wordsOf)));
  return order.filter((word) => used.has(word)).join(', ');
}

function wordsOf(action: TableAction): readonly string[] {
  return words[action];
}
