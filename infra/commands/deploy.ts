import { parseArgs } from 'node:util';

import { runDeploy } from './run-deploy.ts';
import { terminalIo, withUsage } from './terminal-io.ts';

const usage = `npm run deploy [-- --yes] [--revert-drift]

Synthesizes the stacks of curfew.config.ts, shows what would change in the account, asks, and deploys.
  --yes            does not ask
  --revert-drift   also puts back what was changed beside CloudFormation, such as the policy of a table`;

process.exitCode = await withUsage(usage, (args) => {
  const flag = { type: 'boolean', default: false } as const;
  const { yes, 'revert-drift': revertDrift } = parseArgs({ args, options: { yes: flag, 'revert-drift': flag } }).values;
  return async () => runDeploy(terminalIo, { yes, revertDrift });
});
