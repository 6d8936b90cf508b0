import { organizationCalls } from '../../kernel/platform/platform-calls.ts';
import { functionPlatform, type PlatformKeys, type PlatformLog } from './function-platform.ts';

/** The platform for the digest. */
export const organizationPlatform = (env: PlatformKeys, logger: PlatformLog) =>
  functionPlatform(env, logger, { calls: organizationCalls });
