import type { s3Sink } from './s3-sink.ts';

/** `s3Sink`, whose client is loaded once an export goes there. */
export async function openS3(...asked: Parameters<typeof s3Sink>): ReturnType<typeof s3Sink> {
  return (await import('./s3-sink.ts')).s3Sink(...asked);
}
