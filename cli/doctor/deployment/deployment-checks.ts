import type { DeploymentName } from '../../../shared/kernel/contract/deployment-parts.ts';
import { createDynamo } from '../../../shared/kernel/store/create-dynamo.ts';
import { awsEndpoint } from '../../deployment/aws-endpoint.ts';
import { openDeployment, type Deployment } from '../../deployment/open-deployment.ts';
import type { CommandContext } from '../../frame/command-context.ts';
import { checkTables } from '../check-tables.ts';
import { ok, warning, type Check, type CheckResult } from '../check.ts';
import { explainError } from '../explain-error.ts';
import { judgeEvidence, judgeLive, judgeRuns, judgeSizes, judgeUnreachable } from '../judge-state.ts';
import {
  checkDeployedAlarms,
  checkDeployedSchedules,
  checkEvidenceLock,
  checkFunctions,
  checkSender,
  withClient,
} from './check-parts.ts';
import { checkPolicies } from './check-policies.ts';

/** A deployment in AWS, seen with the rights of whoever calls. */
interface DeployedWork extends Deployment {
  readonly name: DeploymentName;
  readonly context: CommandContext;
  readonly nowMs: number;
  readonly signal: AbortSignal;
  close(): Promise<void>;
}

/** Finds the deployment. Raises CommandError when it is not there, or AWS does not let it be found. */
export async function openDeployed(context: CommandContext, name: DeploymentName): Promise<DeployedWork> {
  const deployment = await openDeployment(name, context.io.env);
  return {
    ...deployment,
    name,
    context,
    nowMs: context.io.now(),
    signal: new AbortController().signal,
    close: async () => deployment.installation.close(),
  };
}

const checks: readonly Check<DeployedWork>[] = [
  {
    name: 'settings',
    about: 'Installation',
    proves: 'the settings are of this version, and somebody is notified',
    needs: [],
    async run({ installation }) {
      const { admins } = installation.readSettings();
      return Promise.resolve(
        admins.length === 0
          ? warning(
              'no admin is set: nobody is notified of guards and failures',
              'set admins in curfew.config.ts, then npm run deploy',
            )
          : ok([`admins: ${admins.length}`]),
      );
    },
  },
  {
    name: 'tables',
    about: 'AWS',
    proves: 'every table is there as it is defined, recovers to any moment and is protected from deletion',
    needs: [],
    run: async ({ context, parts }) =>
      withClient(createDynamo(awsEndpoint('DYNAMODB', context.io.env, parts.region)), async (dynamo) =>
        checkTables({ dynamo, tables: parts.tables }, { isDeployed: true }),
      ),
  },
  {
    name: 'policies',
    about: 'AWS',
    proves: 'nobody but its functions writes a closed table, and nobody but the watcher signs the evidence',
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
    proves: 'alarms reach somebody: their mails were confirmed',
    needs: [],
    run: checkDeployedAlarms,
  },
  {
    name: 'sizes',
    about: 'Installation',
    proves: 'nothing is near a limit of its size',
    needs: ['settings'],
    run: async ({ installation }) => judgeSizes({ ...installation, settings: installation.readSettings() }),
  },
  {
    name: 'sender',
    about: 'Mail',
    proves: 'the identity that the sender is of is verified',
    needs: ['settings'],
    run: checkSender,
  },
  {
    name: 'recipients',
    about: 'Mail',
    proves: 'mail reaches everybody who is to be notified',
    needs: ['settings'],
    run: async ({ installation }) => judgeUnreachable(installation, installation.readSettings()),
  },
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
    proves: 'nobody can change or remove a signed head of the evidence before its time',
    needs: ['evidence'],
    run: checkEvidenceLock,
  },
  {
    name: 'live',
    about: 'Runs',
    proves: 'what is given between the nights rests on totals that agree with the bill',
    needs: ['settings'],
    run: async ({ installation }) => judgeLive(installation, installation.readSettings()),
  },
  {
    name: 'runs',
    about: 'Runs',
    proves: 'no run is late and the last of each job did not fail: so the key, its role and the schedules work',
    needs: [],
    run: async ({ installation, nowMs }) => judgeRuns(installation, nowMs),
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
