import { pascalCase } from '../../infra/pascal-case.ts';
import { type Permissions, permissions, type TableAction, type TableGrant } from '../../infra/permissions.ts';
import { tableDefinitions } from '../../shared/contracts/tables.ts';

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

/** What is not a table; a new kind of permission needs its line here. */
const others: Readonly<Record<Exclude<keyof Permissions, 'tables'>, readonly [of: string, verb: string]>> = {
  platformKey: ['the platform’s key', 'read'],
  fingerprintKey: ['the key of the fingerprints', 'read'],
  enforcing: ['the function that sets limits', 'start'],
  mail: ['mail, as the sender', 'send'],
};

/** Who may do what, as a table: a line a resource, a column a function. */
export function permissionTable(): string {
  const columns = Object.values(permissions);
  const header = ['', ...Object.keys(permissions).map((folder) => `\`${folder}\``)];
  const tables = tableKeys().map((table) => [`table \`${table}\``, ...columns.map((each) => wordsFor(each, table))]);
  const rest = otherKeys().map((key) => {
    const [resource, verb] = others[key];
    return [resource, ...columns.map((each) => (each[key] === undefined || each[key] === false ? '' : verb))];
  });
  return [header, header.map(() => '---'), ...tables, ...rest].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Each grant of a function as `Resource action`, the resource as the stack names it. */
export function grantLines({ tables, platformKey, fingerprintKey, enforcing, mail }: Permissions): readonly string[] {
  return [
    ...tables.flatMap((grant) => grant.actions.map((action) => `${resourceOf(grant)} ${action}`)),
    ...(platformKey ? ['PlatformKey secretsmanager:GetSecretValue'] : []),
    ...(fingerprintKey === true ? ['FingerprintKey secretsmanager:GetSecretValue'] : []),
    ...(enforcing === true ? ['EnforceJobFunctionAliaslive lambda:InvokeFunction'] : []),
    ...(mail ? ['identity/acme.example ses:SendEmail', 'configuration-set/Mails ses:SendEmail'] : []),
  ];
}

function resourceOf({ table, index }: TableGrant): string {
  return `${pascalCase(table)}${index === undefined ? '' : `/index/${index}`}`;
}

function wordsFor({ tables }: Permissions, key: string): string {
  const used = new Set(tables.filter(({ table }) => table === key).flatMap(({ actions }) => actions.flatMap(wordsOf)));
  return order.filter((word) => used.has(word)).join(', ');
}

function wordsOf(action: TableAction): readonly string[] {
  return words[action];
}

// `keys` forgets of what.
function tableKeys(): readonly string[] {
  return Object.keys(tableDefinitions);
}
function otherKeys() {
  return Object.keys(others) as (keyof typeof others)[];
}
