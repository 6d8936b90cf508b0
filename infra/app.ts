import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';

import { buildStacks } from './build-stacks.ts';
import { readConfig } from './config.ts';
import { readConfigFile } from './config-file.ts';

const app = new App();
buildStacks(app, (await readConfigFile()) ?? readConfig(app.node.tryGetContext('curfew')));
Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
