import { roster } from '../shared/wiring/jobs.ts';
import { deployedJob } from '../shared/wiring/lambda/deployed-job.ts';

export const handler = deployedJob(roster, () => ({}));
