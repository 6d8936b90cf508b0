import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';

import { quotedValue } from '../../shared/kernel/records/contract/fields/quoted-value.ts';
import { wrongUsage } from '../frame/command-error.ts';
import { writing } from '../frame/files/write-file.ts';

/** Where an export goes, a part at a time. */
export interface ExportSink {
  write(text: string): void;
  /** It is whole. */
  end(): void;
  /** It is not, and leaves nothing. */
  abort(): void;
}

/** A file that is there once it is whole; raises CommandError where it cannot be written. */
export function fileSink(path: string): ExportSink {
  if (/^[a-z][\w+.-]+:\/\//u.test(path)) {
    throw wrongUsage(
      `--out ${quotedValue(path)} is no file; leave --out out and pipe it, such as: npx curfew export usage | aws s3 cp - s3://BUCKET/usage.csv`,
    );
  }
  const part = `${path}.new`;
  const file = writing(path, () => openSync(part, 'w'));
  let isOpen = true;
  const close = (): void => {
    isOpen = false;
    closeSync(file);
  };
  return {
    write: (text) => {
      writing(path, () => {
        const bytes = Buffer.from(text);
        for (let at = 0; at < bytes.length;) {
          at += writeSync(file, bytes, at);
        }
      });
    },
    end: () =>
      writing(path, () => {
        close();
        renameSync(part, path);
      }),
    abort() {
      if (isOpen) {
        close();
      }
      rmSync(part, { force: true });
    },
  };
}
