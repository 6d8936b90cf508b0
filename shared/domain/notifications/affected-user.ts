/** The user whom a condition is about. */
export interface AffectedUser {
  readonly userId: string;
  readonly email?: string;
}
