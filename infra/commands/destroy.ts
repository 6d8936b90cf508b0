import { parseArgs } from 'node:util';

import { runDestroy } from './run-destroy.ts';
import { terminalIo, withUsage } from './terminal-io.ts';

const usage = `npm run destroy -- --keep-data [--organization NAME] [--yes]

Deletes the functions, schedules, alarms and console of one organization.
  --keep-data           keeps its tables and secrets; without it they are deleted, once its name has been typed
  --organization NAME   which one, where curfew.config.ts has several
  --yes                 does not ask; with --keep-data only`;

process.exitCode = await withUsage(usage, (args) => {
  const { values } = parseArgs({
    args,
    options: {
      'keep-data': { type: 'boolean', default: false },
      organization: { type: 'string' },
      yes: { type: 'boolean', default: false },
    },
  });
  const { 'keep-data': keepData, organization, yes } = values;
  return async () => runDestroy(terminalIo, { keepData, yes, ...(organization === undefined ? {} : { organization }) });
});
