import { computerCalls } from '../shared/kernel/platform/platform-calls.ts';
import { computers } from '../shared/wiring/jobs.ts';
import { deployedJob } from '../shared/wiring/lambda/deployed-job.ts';
import { onPlatform } from '../shared/wiring/lambda/function-platform.ts';

export const handler = deployedJob(computers, onPlatform(computerCalls));
