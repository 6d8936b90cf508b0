import { fileSink } from '../../local/exports/file-sink.ts';
import { openS3 } from '../../shared/exports/aws/open-s3.ts';
import { fileForms, type ExportFormat } from '../../shared/exports/export-kinds.ts';
import { s3Place } from '../../shared/exports/export-place.ts';
import type { ExportSink } from '../../shared/exports/export-sink.ts';
import { quotedValue } from '../../shared/kernel/records/contract/fields/quoted-value.ts';
import { awsEndpoint } from '../deployment/aws-endpoint.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { wrongUsage } from '../frame/command-error.ts';

/** Opens what `--out` names: standard output, an S3 object or a file. Raises CommandError at once for others. */
export function sinkAt(context: CommandContext, out: string, format: ExportFormat): () => Promise<ExportSink> {
  const { encoding, mediaType: contentType } = fileForms[format];
  if (out === '-') {
    if (encoding === 'parquet') {
      throw wrongUsage('Parquet is no text for a terminal; give --out FILE, such as --out usage.parquet');
    }
    return async () => Promise.resolve(standardOutput(context));
  }
  const place = s3Place(out);
  if (place !== undefined) {
    const endpoint = awsEndpoint('S3', context.io.env);
    return async () => openS3(place, { endpoint, contentType, note: (text) => context.note(text) });
  }
  if (/^[a-z][\w+.-]+:\/\//iu.test(out)) {
    throw wrongUsage(
      `--out ${quotedValue(out)} is neither a file nor an object of S3; give a file, s3://BUCKET/KEY such as s3://figures/usage.csv, or leave --out out and pipe it`,
    );
  }
  return async () => Promise.resolve(fileSink(out));
}

function standardOutput({ io }: CommandContext): ExportSink {
  return {
    async write(part) {
      io.writeOut(String(part));
      await io.outTaken?.();
    },
    end: async () => Promise.resolve(),
    abort: async () => Promise.resolve(),
  };
}
