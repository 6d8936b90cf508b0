/**
 * Where the admin API is entered, below its address. Who calls is proven by API Gateway before `iam` (a signature of
 * AWS) and `api` (a token of the issuer); what is below `links` carries a link that the function checks itself.
 */
export const doorPaths = { iam: '/iam', api: '/api', links: '/requests/link' } as const;

/** Below `links`: what the hook on somebody's machine calls, with a token that the function checks itself. */
export const hookPaths = { report: '/hook/report', file: '/hook/curfew-hook.mjs' } as const;
