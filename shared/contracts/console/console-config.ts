/** What the console reads of where it is served, at `/console.json`. */
export interface ConsoleConfig {
  readonly signIn: MachineSignIn | IssuerSignIn;
}

/** On one machine: with a link that the machine gives out. */
export interface MachineSignIn {
  readonly kind: 'machine';
  /** Of the demo: whom one may look as. */
  readonly people: readonly string[];
}

/** In AWS: at an issuer of OIDC, as a public client. */
export interface IssuerSignIn {
  readonly kind: 'issuer';
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/** Pages of the console that an issuer sends people back to: they have to be registered there. */
export const consolePaths = { config: '/console.json', signedIn: '/signed-in', signedOut: '/signed-out' } as const;
