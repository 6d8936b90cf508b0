import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

import type { ExportSink } from '../../shared/exports/export-sink.ts';
import { writing } from '../frame/files/write-file.ts';

/** A file that is there once it is whole; raises CommandError where it cannot be written. */
export function fileSink(path: string): ExportSink {
  const part = `${path}.new`;
  const file = writing(path, () => openSync(part, 'w'));
  let isOpen = true;
  const close = (): void => {
    isOpen = false;
    closeSync(file);
  };
  return {
    async write(part) {
      writing(path, () => writeFileSync(file, part));
      await Promise.resolve();
    },
    async end() {
      writing(path, () => {
        close();
        renameSync(part, path);
      });
      await Promise.resolve();
    },
    async abort() {
      if (isOpen) {
        close();
      }
      rmSync(part, { force: true });
      await Promise.resolve();
    },
  };
}
