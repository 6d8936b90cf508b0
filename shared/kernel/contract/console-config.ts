/** Read by the console at `/console.json`. */
export interface ConsoleConfig {
  readonly signIn: MachineSignIn | IssuerSignIn;
}

/** On one machine: by a link that the machine issues. */
export interface MachineSignIn {
  readonly kind: 'machine';
  /** Demo: the people to view as. */
  readonly people: readonly string[];
}

/** In AWS: by OIDC as a public client. */
export interface IssuerSignIn {
  readonly kind: 'issuer';
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/** Must be registered with the issuer as redirects. */
export const consolePaths = { config: '/console.json', signedIn: '/signed-in', signedOut: '/signed-out' } as const;
