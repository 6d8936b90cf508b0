import type { DeploymentName } from '../../../shared/kernel/contract/deployment-parts.ts';
import { createDynamo } from '../../../shared/kernel/store/create-dynamo.ts';
import { awsEndpoint } from '../../deployment/aws-endpoint.ts';
import { openDeployment } from '../../deployment/open-deployment.ts';
import type { CommandContext } from '../../frame/command-context.ts';
import { checkTables } from '../check-tables.ts';
import { warning, type Check, type CheckResult } from '../check.ts';
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
import { checkPolicies } from './check-policies.ts';

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
