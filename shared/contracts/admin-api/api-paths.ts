/**
 * Where the admin API is entered, below its address. Who calls is proven by API Gateway before `iam` (a signature of
 * AWS), `api` (a token of the issuer) and `console` (a token that the issuer made out for the console); what is below
 * `links` carries a link that the function checks itself.
 */
export const apiPaths = { iam: '/iam', api: '/api', console: '/console/api', links: '/requests/link' } as const;

/** Below `links`: what the hook on somebody's machine calls, with a token that the function checks itself. */
export const hookPaths = { report: '/hook/report', file: '/hook/curfew-hook.mjs' } as const;

/** The operations below these paths are the same for each way in: whoever stands before the API tells them apart. */
export const basePaths = [apiPaths.api, apiPaths.iam, apiPaths.console] as const;

/** What the command line asks for: the document, or its words for a terminal, with what is said beside it. */
export const commandMedia = 'application/vnd.curfew.command+json';
