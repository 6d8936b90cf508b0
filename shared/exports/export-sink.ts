/** Where an export goes, a part at a time: the next one is made once this one is taken. */
export interface ExportSink {
  write(part: string | Uint8Array): Promise<void>;
  /** It is whole. */
  end(): Promise<void>;
  /** It is not, and leaves nothing. */
  abort(): Promise<void>;
}
