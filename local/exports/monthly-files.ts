import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { openS3 } from '../../shared/exports/aws/open-s3.ts';
import { s3Place } from '../../shared/exports/export-place.ts';
import type { ExportSink } from '../../shared/exports/export-sink.ts';
import type { ExportFiles } from '../../shared/exports/ports.ts';
import { fileSink, writing } from './file-sink.ts';

/** Files of months in a folder of this machine, or in S3 with the rights of its environment. */
export const localExportFiles: ExportFiles = {
  async open({ to, name, mediaType: contentType, isKept }) {
    const place = s3Place(`${to}/${name}`);
    if (place !== undefined) {
      return openS3(place, { contentType, isKept });
    }
    const path = join(to, name);
    if (isKept && existsSync(path)) {
      return nowhere;
    }
    // Not the folder itself: it may be a disk that is away.
    if (!existsSync(dirname(path))) {
      writing(dirname(path), () => mkdirSync(dirname(path)));
    }
    return fileSink(path);
  },
};

const nowhere: ExportSink = {
  write: async () => Promise.resolve(),
  end: async () => Promise.resolve(),
  abort: async () => Promise.resolve(),
};
