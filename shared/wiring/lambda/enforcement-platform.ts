import { enforcementCalls } from '../../kernel/platform/platform-calls.ts';
import { functionPlatform, type PlatformKeys, type PlatformLog } from './function-platform.ts';

/** A longer wait for the platform passes without an invocation: the step is done again. */
const waitMsMax = 5_000;

/** The platform for the runs that set limits. */
export const enforcementPlatform = (env: PlatformKeys, logger: PlatformLog) =>
  functionPlatform(env, logger, { calls: enforcementCalls, limits: { waitMsMax } });
