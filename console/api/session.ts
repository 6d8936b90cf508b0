/** The caller's authentication headers. */
export interface Session {
  headers(): Promise<Readonly<Record<string, string>>>;
  /** Forgets the credentials here and at the server. */
  end(): Promise<void>;
  /** Sign-in elsewhere, returning to this page. */
  readonly signIn?: () => Promise<void>;
  /** In the local demo: views the console as another person, or as oneself. */
  readonly lookAs?: (email: string | undefined) => Promise<void>;
  readonly people?: readonly string[];
}

let current: Session | undefined;

/** Undefined while signed out. */
export function session(): Session | undefined {
  return current;
}

export function setSession(begun: Session | undefined): void {
  current = begun;
}
