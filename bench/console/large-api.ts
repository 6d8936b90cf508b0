import { serve } from '@hono/node-server';

import { openInstallation } from '../../local/installation.ts';
import { keptAnswers } from '../../local/state/kept-answers.ts';
import { stateFolderAt } from '../../local/state/state-folder.ts';
import { callerOfClaims, callerOfMachine } from '../../shared/kernel/access/caller.ts';
import { httpApi } from '../../shared/kernel/api/http/http-api.ts';

/*
 * The admin API over the tables in a folder, in a process of its own: `large-api.ts STATE`. It tells its parent where it
 * answers, and for each message how much of a processor it took. A caller who names a person is taken for them.
 */
const [stateDir = ''] = process.argv.slice(2);
const installation = await openInstallation({ stateDir, env: {} });
const app = httpApi({
  installation: { ...installation, isRunning: true },
  now: () => Date.now(),
  identify: (context) => {
    const email = context.req.header('x-bench-as');
    return email === undefined ? callerOfMachine('bench') : callerOfClaims({ sub: email, email, emailVerified: true });
  },
  keep: keptAnswers(stateFolderAt(stateDir)),
  onError: (error) => console.error(error),
});
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
  process.send?.({ address: `http://127.0.0.1:${port}/api` }),
);
process.on('message', (message) => {
  if (message === 'end') {
    void installation.close().finally(() => process.exit());
  } else {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMs: (user + system) / 1_000 });
  }
});
