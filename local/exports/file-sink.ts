import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

import { ExportRefusedError } from '../../shared/exports/export-refused.ts';
import type { ExportSink } from '../../shared/exports/export-sink.ts';
import { fileProblem } from '../../shared/kernel/runtime/file-problem.ts';

/** A file that is there once it is whole; raises ExportRefusedError where it cannot be written. */
export function fileSink(path: string): ExportSink {
  const part = `${path}.new`;
  const file = writing(path, () => openSync(part, 'w'));
  let isOpen = true;
  const close = (): void => {
    isOpen = false;
    closeSync(file);
  };
  return {
    async write(bytes) {
      writing(path, () => writeFileSync(file, bytes));
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

/** What a part of writing a file gives. Raises ExportRefusedError. */
export function writing<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new ExportRefusedError(fileProblem(path, error));
  }
}
