/**
 * Paths of the admin API. API Gateway authenticates `iam` (AWS signature), `api` (the issuer's token) and `console`
 * (the issuer's token for the console); below `links` the function verifies a signed link itself.
 */
export const apiPaths = { iam: '/iam', api: '/api', console: '/console/api', links: '/requests/link' } as const;

/** Below `links`: called by the hook on a person's machine with a token that the function verifies. */
export const hookPaths = { report: '/hook/report', file: '/hook/curfew-hook.mjs' } as const;

/** The same operations under each way to authenticate. */
export const basePaths = [apiPaths.api, apiPaths.iam, apiPaths.console] as const;

/** Requested by the command line: the document, or its terminal text, with messages. */
export const commandMedia = 'application/vnd.curfew.command+json';
