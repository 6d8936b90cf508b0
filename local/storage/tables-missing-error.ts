/** Tables that were there are not there any more; none was made in their place. */
export class TablesMissingError extends Error {
  override readonly name = 'TablesMissingError';
}
