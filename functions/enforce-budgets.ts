import { enforcementCalls } from '../shared/kernel/platform/platform-calls.ts';
import { enforce } from '../shared/wiring/jobs.ts';
import { deployedDurableJob } from '../shared/wiring/lambda/deployed-durable-job.ts';
import { onPlatform } from '../shared/wiring/lambda/function-platform.ts';

// A longer wait for the platform passes without an invocation: the step is done again.
const waitMsMax = 5_000;

export const handler = deployedDurableJob(enforce, onPlatform(enforcementCalls, { waitMsMax }));
