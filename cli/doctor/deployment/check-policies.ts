import { GetKeyPolicyCommand, KMSClient } from '@aws-sdk/client-kms';
import * as z from 'zod';

import { signerRoleName } from '../../../infra/stack-names.ts';
import { itemWrites, tableWriters } from '../../../infra/table-writers.ts';
import { jobs } from '../../../shared/jobs.ts';
import type { DeploymentName, DeploymentParts } from '../../../shared/kernel/contract/deployment-parts.ts';
import type { TableKey } from '../../../shared/kernel/contract/tables.ts';
import { adminApi } from '../../../shared/kernel/runs/contract/admin-api-function.ts';
import type { Environment } from '../../../shared/kernel/runtime/read-environment.ts';
import { clientOptions, createDynamo, tablePolicyOf } from '../../../shared/kernel/store/create-dynamo.ts';
import { awsEndpoint } from '../../deployment/aws-endpoint.ts';
import { type CheckResult, failed, ok } from '../check.ts';

const list = z.union([z.array(z.string()), z.string().transform((one) => [one])]);

/** A statement as AWS gives it back: lists of one are texts. */
const Statement = z.object({
  Effect: z.string(),
  Action: list.optional(),
  NotAction: list.optional(),
  Condition: z.record(z.string(), z.record(z.string(), list)).default({}),
});
type Statement = z.output<typeof Statement>;

const Document = z.object({
  Statement: z.union([z.array(Statement), Statement.transform((one) => [one])]),
});

const caller = 'aws:PrincipalArn';

/** What is wrong with the policy of a closed table, which has to refuse `writes` to all but `roles`; undefined: nothing. */
export function faultOfTable(
  policy: string | undefined,
  { writes, roles }: { readonly writes: readonly string[]; readonly roles: readonly string[] },
): string | undefined {
  if (policy === undefined) {
    return 'its policy is gone';
  }
  const refusals = statementsIn(policy).filter(
    ({ Effect, Action = [] }) => Effect === 'Deny' && writes.every((write) => Action.includes(write)),
  );
  const isRefused = refusals.some(({ Condition }) =>
    roles.length === 0 ? isNothing(Condition) : isExactly(Condition, 'ArnNotEquals', roles),
  );
  return isRefused ? undefined : 'its policy no longer refuses writes to all but its functions';
}

/** What is wrong with the policy of the key that signs the evidence, which lets one role sign; undefined: nothing. */
export function faultOfKey(policy: string, signer: string): string | undefined {
  const signing = statementsIn(policy).filter(
    ({ Effect, Action = [], NotAction }) =>
      Effect === 'Allow' &&
      (NotAction !== undefined || Action.some((action) => /^(?:\*|kms:\*|kms:S\*|kms:Sign)$/iu.test(action))),
  );
  const isOnly = signing.length > 0 && signing.every(({ Condition }) => isExactly(Condition, 'ArnEquals', [signer]));
  return isOnly ? undefined : 'its policy lets others sign than the watcher of the controls';
}

function statementsIn(policy: string): readonly Statement[] {
  const document = Document.safeParse(JSON.parse(policy));
  return document.success ? document.data.Statement : [];
}

function isNothing(condition: Statement['Condition']): boolean {
  return Object.keys(condition).length === 0;
}

/** It says this of these callers, and nothing besides. */
function isExactly(condition: Statement['Condition'], operator: string, arns: readonly string[]): boolean {
  const found = condition[operator]?.[caller] ?? [];
  return (
    Object.keys(condition).length === 1 &&
    Object.keys(condition[operator] ?? {}).length === 1 &&
    found.toSorted().join(' ') === arns.toSorted().join(' ')
  );
}

interface PoliciesWork {
  readonly name: DeploymentName;
  readonly parts: DeploymentParts;
  readonly env: Environment;
}

/** Whether the policies of closed tables, and of the key that signs the evidence, are as they were deployed. */
export async function checkPolicies({ name, parts, env }: PoliciesWork): Promise<CheckResult> {
  const writers = tableWriters(name, { jobs, adminApi });
  const faults: string[] = [];
  const dynamo = createDynamo(awsEndpoint('DYNAMODB', env, parts.region));
  const kms = new KMSClient(clientOptions(awsEndpoint('KMS', env, parts.region)));
  try {
    for (const [key, roleNames] of Object.entries(writers)) {
      const arn = arnOf(parts, 'dynamodb', `table/${parts.tables[key as TableKey]}`);
      const roles = roleNames.map((role) => roleArnOf(parts, role));
      const fault = faultOfTable(await tablePolicyOf(dynamo, arn), { writes: itemWrites, roles });
      faults.push(...(fault === undefined ? [] : [`${key}: ${fault}`]));
    }
    if (parts.evidence !== undefined) {
      const { Policy = '{}' } = await kms.send(new GetKeyPolicyCommand({ KeyId: parts.evidence.key }));
      const fault = faultOfKey(Policy, roleArnOf(parts, signerRoleName(name.stage, name.organization)));
      faults.push(...(fault === undefined ? [] : [`key of the evidence: ${fault}`]));
    }
  } finally {
    dynamo.destroy();
    kms.destroy();
  }
  return faults.length === 0
    ? ok([`${Object.keys(writers).length} closed tables, key of the evidence`])
    : failed(faults.join('; '), 'npm run deploy -- --revert-drift puts them back; find out who changed them');
}

function partitionOf({ functions }: DeploymentParts): string {
  return Object.values(functions)[0]?.split(':')[1] ?? 'aws';
}

function arnOf(parts: DeploymentParts, service: string, resource: string): string {
  return `arn:${partitionOf(parts)}:${service}:${parts.region}:${parts.account}:${resource}`;
}

function roleArnOf(parts: DeploymentParts, role: string): string {
  return `arn:${partitionOf(parts)}:iam::${parts.account}:role/${role}`;
}
