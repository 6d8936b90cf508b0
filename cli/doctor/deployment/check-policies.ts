import { GetKeyPolicyCommand, KMSClient } from '@aws-sdk/client-kms';

import { adminApi } from '../../../functions/admin-api/function.ts';
import { jobs } from '../../../functions/jobs.ts';
import { signerRoleName } from '../../../infra/stack-names.ts';
import { itemWrites, tableWriters } from '../../../infra/table-writers.ts';
import type { DeploymentName, DeploymentParts } from '../../../shared/kernel/contract/deployment-parts.ts';
import type { TableKey } from '../../../shared/kernel/contract/tables.ts';
import type { Environment } from '../../../shared/kernel/runtime/read-environment.ts';
import { clientOptions } from '../../../shared/kernel/store/client-options.ts';
import { createDynamo } from '../../../shared/kernel/store/create-dynamo.ts';
import { tablePolicyOf } from '../../../shared/kernel/store/dynamo-table-policy.ts';
import { awsEndpoint } from '../../deployment/aws-endpoint.ts';
import { failed, ok, type CheckResult } from '../check.ts';
import { faultOfKey, faultOfTable } from './judge-policies.ts';

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
