import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetObjectLockConfigurationCommand, S3Client } from '@aws-sdk/client-s3';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SNSClient } from '@aws-sdk/client-sns';
import { jobs } from '../../../functions/jobs.ts';
import { clientOptions } from '../../../shared/adapters/dynamo/calls/client-options.ts';
import { createDynamo } from '../../../shared/adapters/dynamo/calls/create-dynamo.ts';
import { createSes } from '../../../shared/adapters/ses/create-ses.ts';
import type { DeploymentName } from '../../../shared/contracts/deployment-parts.ts';
import type { CommandContext } from '../../frame/command-context.ts';
import { awsEndpoint } from '../../deployment/aws-endpoint.ts';
import { openDeployment, type Deployment } from '../../deployment/open-deployment.ts';
import { checkIdentities } from '../check-identities.ts';
import { checkTables } from '../check-tables.ts';
import { failed, ok, warning, type Check, type CheckResult } from '../check.ts';
import { checkAlarmMails } from './check-alarm-mails.ts';
import { checkSchedules } from './check-schedules.ts';
import { explainError } from '../explain-error.ts';
import { judgeEvidence } from '../judge-evidence.ts';
import { judgeLive } from '../judge-live.ts';
import { judgeRuns, judgeSizes, judgeUnreachable } from '../judge-state.ts';

/** A deployment in AWS, seen with the rights of whoever calls. */
interface DeployedWork extends Deployment {
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
    async run({ context, parts }) {
      const dynamo = createDynamo(awsEndpoint('DYNAMODB', context.io.env, parts.region));
      try {
        return await checkTables({ dynamo, tables: parts.tables }, { isDeployed: true });
      } finally {
        dynamo.destroy();
      }
    },
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

async function checkFunctions({ context, parts }: DeployedWork): Promise<CheckResult> {
  const lambda = new LambdaClient(clientOptions(awsEndpoint('LAMBDA', context.io.env, parts.region)));
  const faults: string[] = [];
  try {
    for (const [job, FunctionName] of Object.entries(parts.functions)) {
      const found = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
      const isReady = found.State === 'Active' && (found.LastUpdateStatus ?? 'Successful') === 'Successful';
      faults.push(...(isReady ? [] : [`${job}: ${found.StateReason ?? found.LastUpdateStatusReason ?? 'not active'}`]));
    }
  } finally {
    lambda.destroy();
  }
  return faults.length === 0
    ? ok([Object.keys(parts.functions).join(', ')])
    : failed(faults.join('; '), 'deploy again; if it stays so, look at the function in the console of AWS');
}

const deployedEarlier = {
  kind: 'skipped',
  reason: 'an earlier version deployed it: npm run deploy, then again',
} as const;

async function checkDeployedSchedules({ context, parts }: DeployedWork): Promise<CheckResult> {
  if (parts.scheduleGroup === undefined) {
    return deployedEarlier;
  }
  const scheduler = new SchedulerClient(clientOptions(awsEndpoint('SCHEDULER', context.io.env, parts.region)));
  try {
    const expected = jobs.reduce((sum, { schedules = [] }) => sum + schedules.length, 0);
    return await checkSchedules(scheduler, { group: parts.scheduleGroup, expected });
  } finally {
    scheduler.destroy();
  }
}

async function checkEvidenceLock({ context, parts }: DeployedWork): Promise<CheckResult> {
  if (parts.evidence === undefined) {
    return deployedEarlier;
  }
  const { bucket: Bucket } = parts.evidence;
  const s3 = new S3Client(clientOptions(awsEndpoint('S3', context.io.env, parts.region)));
  try {
    const found = await s3.send(new GetObjectLockConfigurationCommand({ Bucket }));
    const { ObjectLockEnabled, Rule } = found.ObjectLockConfiguration ?? {};
    const { Mode, Days } = Rule?.DefaultRetention ?? {};
    return ObjectLockEnabled === 'Enabled'
      ? ok([`${Bucket}: ${Mode === undefined ? 'locked object by object' : `${Mode}, ${Days ?? '?'} days`}`])
      : failed(`the bucket ${Bucket} has no Object Lock`, 'name one that has: evidence.bucket in curfew.config.ts');
  } finally {
    s3.destroy();
  }
}

async function checkDeployedAlarms({ context, parts }: DeployedWork): Promise<CheckResult> {
  if (parts.alarmTopic === undefined) {
    return deployedEarlier;
  }
  const sns = new SNSClient(clientOptions(awsEndpoint('SNS', context.io.env, parts.region)));
  try {
    return await checkAlarmMails(sns, parts.alarmTopic);
  } finally {
    sns.destroy();
  }
}

async function checkSender({ context, installation, parts }: DeployedWork): Promise<CheckResult> {
  const { mailFrom } = installation.readSettings();
  const ses = createSes({ region: parts.region, ...endpointOf(context) });
  try {
    return await checkIdentities(ses, {
      identities: [mailFrom.slice(mailFrom.lastIndexOf('@') + 1), mailFrom],
      region: parts.region,
      isToBeMade: false,
    });
  } finally {
    ses.destroy();
  }
}

function endpointOf({ io }: CommandContext): { readonly endpoint?: string } {
  const endpoint = io.env['AWS_ENDPOINT_URL_SES'] ?? '';
  return endpoint === '' ? {} : { endpoint };
}
