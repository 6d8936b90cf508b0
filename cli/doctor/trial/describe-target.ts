import { tableDefinitions } from '../../../shared/kernel/contract/tables.ts';
import { fitProse } from '../../../shared/terminal/fit-text.ts';
import type { Style } from '../../../shared/terminal/style.ts';
import { documentedFields } from '../platform/documented-fields.ts';
import type { TrialTarget } from './target.ts';

const width = 100;
const indent = ' '.repeat(13);
const readinessPath = '/api/organization/maturity-level-reports';
const tableCount = Object.keys(tableDefinitions).length;

/** What is about to be touched, before anything is. */
export function describeTarget(target: TrialTarget, prefix: string, { colors }: Style): string {
  const paths = Object.keys(documentedFields).filter((path) => path !== readinessPath);
  const { platform, organization } = target;
  const reading = [
    `${platform.baseUrl}, by GET alone:`,
    ...paths.map((path) => `  ${path}`),
    ...(target.namesApp ? [`${platform.appUrl}, by GET alone:`, `  ${readinessPath}`] : []),
  ];
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['DynamoDB', describeTables(target, prefix)],
    ['SES', [describeMail(target)]],
    ...(platform.key.kind === 'secret'
      ? [['Secrets', [`the platform’s key is read from the secret ${platform.key.secretId}`]] as const]
      : []),
    ['Platform', reading],
  ];
  return [
    colors.bold(organization === undefined ? 'Trial of Curfew' : `Trial of Curfew for ${organization}`),
    '',
    'It is going to touch',
    ...rows.map(([name, lines]) => describeRow(name, lines)),
    '',
    fitProse('Nothing is changed on the platform: a call that is no GET is refused before it is sent.', width),
  ].join('\n');
}

function describeTables({ region, account, dynamoEndpoint }: TrialTarget, prefix: string): readonly string[] {
  const place = dynamoEndpoint ?? `${region}${account === undefined ? '' : `, account ${account}`}`;
  return [
    `${place}: ${tableCount} temporary tables, deleted at the end:`,
    `  ${prefix}*`,
    'Meanwhile they hold the users of the organization, and what each of them used.',
  ];
}

function describeMail({ mail }: TrialTarget): string {
  return mail.kind === 'none' ? `no mail: ${mail.reason}` : `one mail, from ${mail.from} to ${mail.to}`;
}

function describeRow(name: string, lines: readonly string[]): string {
  const text = lines
    .map((line) => (line.startsWith(' ') ? `${indent}${line}` : fitProse(`${indent}${line}`, width)))
    .join('\n');
  return `  ${name.padEnd(indent.length - 2)}${text.trimStart()}`;
}
