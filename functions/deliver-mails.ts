import { mails } from '../shared/wiring/jobs.ts';
import { deployedDurableJob } from '../shared/wiring/lambda/deployed-durable-job.ts';
import { functionMailSender } from '../shared/wiring/lambda/function-mail-sender.ts';

export const handler = deployedDurableJob(mails, (env) => ({
  sender: (connections) => functionMailSender(env, connections),
}));
