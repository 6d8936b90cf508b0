import { awsChecks } from './aws/aws-checks.ts';
import type { Check } from './check.ts';
import { mailChecks } from './mail/mail-checks.ts';
import { nightChecks } from './night/night-checks.ts';
import { platformChecks, platformFindings } from './platform/platform-checks.ts';

/** Everything that the smoke test tries, in this order. */
export const checks: readonly Check[] = [
  ...awsChecks,
  ...platformChecks,
  ...nightChecks,
  ...platformFindings,
  ...mailChecks,
];
