import type { ExportFormat } from './export-kinds.ts';
import type { ExportSink } from './export-sink.ts';
import type { ExportSource } from './export-source.ts';
import { rowEncoder } from './row-encoder.ts';

/** Writes each page once the one before is taken, and returns the count of rows. An unfinished export leaves none. */
export async function writeExport(
  { columns, pages }: ExportSource,
  { sink, format }: { readonly sink: ExportSink; readonly format: ExportFormat },
): Promise<number> {
  const encoder = rowEncoder(format, columns);
  let count = 0;
  try {
    for await (const rows of pages) {
      await sink.write(encoder.page(rows));
      count += rows.length;
    }
    await sink.write(encoder.end());
    await sink.end();
    return count;
  } catch (error) {
    await sink.abort();
    throw error;
  }
}
