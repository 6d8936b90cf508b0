import { doorPaths } from '../../contracts/door-paths.ts';

/** The operations below these paths are the same for each way in: whoever stands before the door tells them apart. */
export const basePaths = [doorPaths.api, doorPaths.iam, doorPaths.console] as const;
