/** Proves to the API who calls: headers that go with every call. */
export interface Session {
  headers(): Promise<Readonly<Record<string, string>>>;
  /** Leaves: what proves it is forgotten here and there. */
  end(): Promise<void>;
  /** Where people sign in elsewhere: leaves for there, and comes back to this page. */
  readonly signIn?: () => Promise<void>;
  /** Of one machine that runs the demo: looks at the console as somebody else, or as oneself again. */
  readonly lookAs?: (email: string | undefined) => Promise<void>;
  /** The people whom the demo offers for that. */
  readonly people?: readonly string[];
}

let current: Session | undefined;

/** The session of this page; undefined while nobody is signed in. */
export function session(): Session | undefined {
  return current;
}

export function setSession(begun: Session | undefined): void {
  current = begun;
}
