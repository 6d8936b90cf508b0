import { jobs } from '../../functions/jobs.ts';
import { pascalCase } from '../../infra/pascal-case.ts';
import type { JobDeclaration, JobSecret } from '../../shared/contracts/job-declaration.ts';
import { type TableAction, tableDefinitions, type TableGrant } from '../../shared/contracts/tables.ts';

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
  'platform-key': 'the platform’s key',
  'fingerprint-key': 'the key of the fingerprints',
  'link-key': 'the keys of the links',
};

/** Who may do what, as a table: a line a resource, a column a function. */
export function permissionTable(): string {
  const header = ['', ...jobs.map(({ folder }) => `\`${folder}\``)];
  const tables = Object.keys(tableDefinitions).map((table) => [
    `table \`${table}\``,
    ...jobs.map((job) => wordsFor(job, table)),
  ]);
  const secrets = Object.entries(secretNames).map(([secret, name]) => [
    name,
    ...jobs.map((job) => (job.secrets?.some((each) => each === secret) ? 'read' : '')),
  ]);
  const started = new Set(jobs.flatMap(({ starts = [] }) => starts));
  const functions = [...started].map((name) => [
    `the function of the job \`${name}\``,
    ...jobs.map((job) => (job.starts?.includes(name) ? 'start' : '')),
  ]);
  const anchors = [
    ['the key that signs the evidence', 'sign'],
    ['signed heads of the evidence', 'read, write'],
  ].map(([name = '', may = '']) => [name, ...jobs.map((job) => (job.anchors ? may : ''))]);
  const calls = [...new Set(jobs.flatMap((job) => job.calls ?? []))].map((call) => [
    `\`${call}\``,
    ...jobs.map((job) => (job.calls?.includes(call) ? 'call' : '')),
  ]);
  const mail = ['mail, as the sender', ...jobs.map((job) => (job.sendsMail ? 'send' : ''))];
  return [header, header.map(() => '---'), ...tables, ...secrets, ...calls, ...anchors, ...functions, mail]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** Each grant of a function as `Resource action`, the resource as the stack names it. */
export function grantLines({
  tables,
  secrets = [],
  anchors,
  starts = [],
  sendsMail,
}: JobDeclaration): readonly string[] {
  return [
    ...tables.flatMap((grant) => grant.actions.map((action) => `${resourceOf(grant)} ${action}`)),
    ...secrets.map((secret) => `${pascalCase(secret)} secretsmanager:GetSecretValue`),
    ...(anchors
      ? [
          ...['GetPublicKey', 'Sign'].map((action) => `AnchorsKey kms:${action}`),
          'AnchorsBucket s3:ListBucketVersions',
          ...['GetObjectVersion', 'PutObject', 'PutObjectRetention'].map(
            (action) => `AnchorsBucket/test/acme/* s3:${action}`,
          ),
        ]
      : []),
    ...starts.map((name) => `${pascalCase(name)}JobFunctionAliaslive lambda:InvokeFunction`),
    ...(sendsMail ? ['identity/acme.example ses:SendEmail', 'configuration-set/Mails ses:SendEmail'] : []),
  ];
}

function resourceOf({ table, index }: TableGrant): string {
  return `${pascalCase(table)}${index === undefined ? '' : `/index/${index}`}`;
}

function wordsFor({ tables }: JobDeclaration, key: string): string {
  const used = new Set(tables.filter(({ table }) => table === key).flatMap(({ actions }) => actions.flatMap(wordsOf)));
  return order.filter((word) => used.has(word)).join(', ');
}

function wordsOf(action: TableAction): readonly string[] {
  return words[action];
}
