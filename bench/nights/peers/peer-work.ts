/** What somebody's runs of a day did. */
export interface PeerWork {
  readonly runs: number;
  readonly alerts: number;
  readonly limitsSent: number;
  /** Of DynamoDB. */
  readonly tableCalls: number;
  /** Of DynamoDB; for a database of its own, rows of less than a kilobyte. */
  readonly writeUnits: number;
  readonly readUnits: number;
}
