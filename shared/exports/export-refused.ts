/** An export cannot be made. The message says why and what to do. */
export class ExportRefusedError extends Error {
  override readonly name: string = 'ExportRefusedError';
}
