export interface AffectedUser {
  readonly userId: string;
  readonly email?: string;
}
