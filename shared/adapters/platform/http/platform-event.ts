import type { PlatformErrorKind } from '../platform-error.ts';

/** What the client reports to its logger. Names, paths and counts only: no value of an answer, no key. */
export type PlatformEvent =
  | {
      readonly kind: 'retrying';
      readonly endpoint: string;
      readonly attempt: number;
      readonly failure: PlatformErrorKind;
      readonly status: number | undefined;
      readonly delayMs: number;
    }
  | { readonly kind: 'key-read-again'; readonly endpoint: string; readonly status: number | undefined }
  | {
      readonly kind: 'unknown-fields';
      readonly endpoint: string;
      /** Path of the field, and how often it occurred in this answer. */
      readonly fields: ReadonlyMap<string, number>;
    }
  | {
      readonly kind: 'rows-quarantined';
      readonly endpoint: string;
      readonly rows: number;
      readonly firstProblem: string;
    };

export type PlatformLogger = (event: PlatformEvent) => void;
