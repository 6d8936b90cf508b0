import { organizationCalls } from '../shared/kernel/platform/platform-calls.ts';
import { digest } from '../shared/wiring/digest-job.ts';
import { deployedJob } from '../shared/wiring/lambda/deployed-job.ts';
import { onPlatform } from '../shared/wiring/lambda/function-platform.ts';

export const handler = deployedJob(digest, onPlatform(organizationCalls));
