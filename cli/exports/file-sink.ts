import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';

import { writing } from '../frame/files/write-file.ts';
import type { ExportSink } from './export-sink.ts';

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
    async write(text) {
      writing(path, () => {
        const bytes = Buffer.from(text);
        for (let at = 0; at < bytes.length;) {
          at += writeSync(file, bytes, at);
        }
      });
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
