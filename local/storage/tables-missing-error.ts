/** Existing tables are missing; none was created instead. */
export class TablesMissingError extends Error {
  override readonly name = 'TablesMissingError';
}
