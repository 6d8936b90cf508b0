/** What somebody looks for in a long list of caps: a status, or whoever may consume nothing more. */
export const capFilters = ['stopped', 'confirmed', 'pending', 'failed', 'unknown', 'exempt'] as const;
export type CapFilter = (typeof capFilters)[number];
