export const ROLES = ['owner', 'manager', 'member', 'guest'] as const;

/** The role an API key or token speaks for. */
export type Role = (typeof ROLES)[number];
