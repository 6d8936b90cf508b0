import { parseArgs } from 'node:util';

import { runDeploy } from './run-deploy.ts';
import { terminalIo, withUsage } from './terminal-io.ts';

const usage = `npm run deploy [-- --yes]

Synthesizes the stacks of curfew.config.ts, shows what would change in the account, asks, and deploys.
  --yes   does not ask`;

process.exitCode = await withUsage(usage, (args) => {
  const { values } = parseArgs({ args, options: { yes: { type: 'boolean', default: false } } });
  return async () => runDeploy(terminalIo, values);
});
