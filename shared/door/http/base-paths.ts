/** The operations below these paths are the same for each way in: whoever stands before the door tells them apart. */
export const basePaths = ['/api', '/iam'] as const;
