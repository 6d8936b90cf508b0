import { controlsCalls } from '../shared/kernel/platform/platform-calls.ts';
import { controls } from '../shared/wiring/controls-job.ts';
import { deployedJob } from '../shared/wiring/lambda/deployed-job.ts';
import { functionEvidence } from '../shared/wiring/lambda/function-evidence.ts';
import { onPlatform } from '../shared/wiring/lambda/function-platform.ts';

const platform = onPlatform(controlsCalls);

export const handler = deployedJob(controls, (env, logger) => ({ ...platform(env, logger), ...functionEvidence(env) }));
