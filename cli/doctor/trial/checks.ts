import { awsChecks } from './aws/aws-checks.ts';
import type { TrialCheck } from './trial-work.ts';
import { mailChecks } from './mail/mail-checks.ts';
import { nightChecks } from './night/night-checks.ts';
import { platformChecks, platformFindings } from '../platform/platform-checks.ts';

/** Everything that the trial tries, in this order. */
export const checks: readonly TrialCheck[] = [
  ...awsChecks,
  ...platformChecks,
  ...nightChecks,
  ...platformFindings,
  ...mailChecks,
];
