import type { PlatformErrorKind } from '../platform-error.ts';

/** Events for the client's logger: names, paths and counts only, no values, no key. */
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
      readonly fields: ReadonlyMap<string, number>;
    }
  | {
      readonly kind: 'rows-quarantined';
      readonly endpoint: string;
      readonly rows: number;
      readonly firstProblem: string;
    };

export type PlatformLogger = (event: PlatformEvent) => void;
