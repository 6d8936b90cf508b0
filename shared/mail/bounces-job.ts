import { declareJob } from '../kernel/runs/contract/job-declaration.ts';
import { bouncesJob } from '../kernel/runs/run-id.ts';
import { watcherSettings } from '../settings/contract/settings-of-jobs.ts';

/** It reads no mail, sends none and has no key: the event of a bounce holds all that it records. */
export const job = declareJob({
  name: bouncesJob,
  file: 'watch-mail',
  purpose: 'Records bounces and complaints, and the addresses that mail does not reach',
  // The alarms need the count of reachable admins every hour, whether a mail bounced or not.
  schedules: [{ name: 'hourly', minute: '45', hour: '*' }],
  mailEvents: true,
  limits: { memoryMb: 512, timeSeconds: 60, stopEarlySeconds: 10 },
  ports: { journal: 'journal', recipients: 'addresses' },
  settings: watcherSettings,
  journal: ['mail-returned'],
  emits: [],
});
