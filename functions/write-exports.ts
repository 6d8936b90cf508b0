import { s3Files } from '../shared/exports/aws/s3-files.ts';
import { monthlyExports } from '../shared/wiring/exports-job.ts';
import { deployedJob } from '../shared/wiring/lambda/deployed-job.ts';

export const handler = deployedJob(monthlyExports, ({ CURFEW_ACCOUNT: account }, logger) => ({
  account,
  files: s3Files((text) => logger.warn(text)),
}));
