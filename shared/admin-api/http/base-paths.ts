import { apiPaths } from '../../contracts/admin-api/api-paths.ts';

/** The operations below these paths are the same for each way in: whoever stands before the API tells them apart. */
export const basePaths = [apiPaths.api, apiPaths.iam, apiPaths.console] as const;
