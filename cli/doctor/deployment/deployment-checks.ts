import { GetKeyPolicyCommand, KMSClient } from '@aws-sdk/client-kms';
import * as z from 'zod';

import { signerRoleName } from '../../../infra/stack-names.ts';
import { itemWrites, tableWriters } from '../../../infra/table-writers.ts';
import { jobs } from '../../../shared/jobs.ts';
import { clientOptions } from '../../../shared/kernel/client-options.ts';
import type { DeploymentName, DeploymentParts } from '../../../shared/kernel/contract/deployment-parts.ts';
import type { TableKey } from '../../../shared/kernel/contract/tables.ts';
import { adminApi } from '../../../shared/kernel/runs/contract/admin-api-function.ts';
import type { Environment } from '../../../shared/kernel/runtime/read-environment.ts';
import { createDynamo, tablePolicyOf } from '../../../shared/kernel/store/create-dynamo.ts';
import { awsEndpoint } from '../../deployment/aws-endpoint.ts';
import { openDeployment } from '../../deployment/open-deployment.ts';
import type { CommandContext } from '../../frame/command-context.ts';
import { checkTables } from '../check-tables.ts';
import { type Check, type CheckResult, failed, ok, warning } from '../check.ts';
import { explainError } from '../explain-error.ts';
import { judgeAdmins, judgeEvidence, stateChecks } from '../judge-state.ts';
import {
  checkDeployedAlarms,
  checkDeployedSchedules,
  checkEvidenceLock,
  checkFunctions,
  checkSender,
  withClient,
} from './check-parts.ts';

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

/** Whether the policies of closed tables, and of the key that signs the evidence, are as they were deployed. */
async function checkPolicies({
  name,
  parts,
  env,
}: {
  readonly name: DeploymentName;
  readonly parts: DeploymentParts;
  readonly env: Environment;
}): Promise<CheckResult> {
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

/** A deployment in AWS, seen with the caller's rights. */
type DeployedWork = Awaited<ReturnType<typeof openDeployed>>;

/** Finds the deployment. Raises CommandError when it is not there, or AWS does not let it be found. */
export async function openDeployed(context: CommandContext, name: DeploymentName) {
  const deployment = await openDeployment(name, context.io.env);
  return {
    ...deployment,
    name,
    context,
    nowMs: context.io.now(),
    signal: new AbortController().signal,
    close: async (): Promise<void> => deployment.installation.close(),
  };
}

const state = stateChecks<DeployedWork>([], async ({ installation, nowMs }) =>
  Promise.resolve({ stores: installation, settings: () => installation.readSettings(), nowMs }),
);

const checks: readonly Check<DeployedWork>[] = [
  {
    name: 'settings',
    about: 'Installation',
    proves: 'the settings are of this version, and someone is notified',
    needs: [],
    run: async ({ installation }) =>
      Promise.resolve(judgeAdmins(installation.readSettings(), 'set admins in curfew.config.ts, then npm run deploy')),
  },
  {
    name: 'tables',
    about: 'AWS',
    proves: 'every table is there as defined, recovers to any moment and is protected from deletion',
    needs: [],
    run: async ({ context, parts }) =>
      withClient(createDynamo(awsEndpoint('DYNAMODB', context.io.env, parts.region)), async (dynamo) =>
        checkTables({ dynamo, tables: parts.tables }, { isDeployed: true }),
      ),
  },
  {
    name: 'policies',
    about: 'AWS',
    proves: 'only its functions write a closed table, and only the watcher signs the evidence',
    needs: [],
    run: async ({ context, name, parts }) => checkPolicies({ name, parts, env: context.io.env }),
  },
  {
    name: 'functions',
    about: 'AWS',
    proves: 'the function of each job that can be started by hand is ready',
    needs: [],
    run: checkFunctions,
  },
  {
    name: 'schedules',
    about: 'AWS',
    proves: 'every schedule of the jobs is there and enabled',
    needs: [],
    run: checkDeployedSchedules,
  },
  {
    name: 'alarms',
    about: 'AWS',
    proves: 'alarms reach someone: their mails were confirmed',
    needs: [],
    run: checkDeployedAlarms,
  },
  state.sizes,
  {
    name: 'sender',
    about: 'Mail',
    proves: 'the identity that the sender is of is verified',
    needs: ['settings'],
    run: checkSender,
  },
  state.recipients,
  {
    name: 'evidence',
    about: 'AWS',
    proves: 'the evidence of the controls is signed, and as it was signed',
    needs: [],
    run: async ({ installation, nowMs }) => judgeEvidence(installation, await installation.anchoring(), nowMs),
  },
  {
    name: 'evidence lock',
    about: 'AWS',
    proves: 'no one can change or remove a signed head of the evidence before its time',
    needs: ['evidence'],
    run: checkEvidenceLock,
  },
  state.live,
  {
    ...state.runs,
    proves: 'no run is late and the last of each job did not fail: so the key, its role and the schedules work',
  },
];

/** What a deployment rests on. */
export const deploymentChecks: readonly Check<DeployedWork>[] = checks.map((check) => ({
  ...check,
  run: async (work) => asFarAsAllowed(check, work),
}));

/** What the caller may not look at is no fault of the deployment. */
async function asFarAsAllowed(check: Check<DeployedWork>, work: DeployedWork): Promise<CheckResult> {
  try {
    return await check.run(work);
  } catch (error) {
    const result = explainError(error);
    const isDenied = error instanceof Error && error.name.startsWith('AccessDenied');
    return isDenied
      ? warning(`not looked at: ${result.problem}`, 'let your credentials do this: docs/command-line.md')
      : result;
  }
}
