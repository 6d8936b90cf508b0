/** platform-api.md, "Organization user". Timestamps are ISO strings. */
export interface SimUser {
  readonly id: string;
  readonly email: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly createdAt: string;
  readonly lastSignInAt?: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The people of the emulated organization. */
export interface Organization {
  /** The roster at a moment (Unix ms), ordered by id. */
  usersAt(nowMs: number): readonly SimUser[];
}
