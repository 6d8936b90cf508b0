import { type App, Tags, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';

import { jobs as declaredJobs } from '../shared/jobs.ts';
import { adminApi } from '../shared/kernel/runs/contract/admin-api-function.ts';
import type { JobDeclaration } from '../shared/kernel/runs/contract/job-declaration.ts';
import type { Config } from './config.ts';
import { sendingIdentityOf } from './mail-identity.ts';
import { releaseData, releaseDataContext } from './release-data.ts';
import { stackNames } from './stack-names.ts';
import { ConsoleStack } from './stacks/console-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { JobsStack } from './stacks/jobs-stack.ts';
import { MailStack } from './stacks/mail-stack.ts';
import { WatchdogStack } from './stacks/watchdog-stack.ts';
import { tableWriters } from './table-writers.ts';

function keepLogs(stack: Stack): void {
  for (const part of stack.node.findAll()) {
    if (part instanceof CfnLogGroup) {
      part.applyRemovalPolicy(RemovalPolicy.RETAIN);
    }
  }
}

/** Four stacks per organization, a fifth with a console; organizations share nothing. */
export function buildStacks(app: App, config: Config, jobs: readonly JobDeclaration[] = declaredJobs): void {
  const { stage, region, account, organizations } = config;
  const env = { region, ...(account === undefined ? {} : { account }) };
  for (const organization of organizations) {
    const names = stackNames(stage, organization.name);
    const name = { stage, organization: organization.name };
    const writers = tableWriters(name, { jobs, adminApi });
    const data = new DataStack(app, names.data, { env, stage, organization, writers, terminationProtection: true });
    const hasOwnReputation = organization.metrics === 'all';
    const identity = sendingIdentityOf(organization);
    const mail = new MailStack(app, names.mail, { env, identity, hasOwnReputation });
    const work = new JobsStack(app, names.jobs, { env, stage, organization, jobs, adminApi, data, mail });
    const watchdog = new WatchdogStack(app, names.watchdog, {
      env,
      name,
      metrics: organization.metrics,
      data,
      jobs: work,
      mail,
    });
    const {
      console: terms,
      door: { oidc },
    } = organization;
    const page = terms && new ConsoleStack(app, names.console, { env, terms, oidc, data, jobs: work });
    if (app.node.tryGetContext(releaseDataContext) === organization.name) {
      releaseData(data);
    }
    if (organization.keepLogs) {
      [work, page].forEach((stack) => stack && keepLogs(stack));
    }
    for (const stack of [data, mail, work, watchdog, ...(page === undefined ? [] : [page])]) {
      Tags.of(stack).add('curfew:stage', stage);
      Tags.of(stack).add('curfew:organization', organization.name);
    }
  }
}
