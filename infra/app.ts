import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';

import { dropSecrets } from '../shared/kernel/runtime/child-environment.ts';
import { buildStacks } from './build-stacks.ts';
import { readConfigFile } from './config-file.ts';
import { type Config, ConfigError, readConfig } from './config.ts';

// Synthesizing makes no authenticated calls, so neither it nor the bundler needs a key.
dropSecrets(process.env);
const app = new App();
const config = await readOwnConfig().catch(refuse);
if (config !== undefined) {
  buildStacks(app, config);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
}

async function readOwnConfig(): Promise<Config> {
  return (await readConfigFile()) ?? readConfig(app.node.tryGetContext('curfew'));
}

/** The message names everything wrong; a stack trace would not help. */
function refuse(error: unknown): undefined {
  if (!(error instanceof ConfigError)) {
    throw error;
  }
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
