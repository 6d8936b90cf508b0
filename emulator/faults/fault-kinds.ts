import { acceptThenFailFault } from './accept-then-fail.ts';
import { duplicatePageFault } from './duplicate-page.ts';
import { emptyFault } from './empty.ts';
import { extraFieldsFault } from './extra-fields.ts';
import type { FaultKind } from './fault.ts';
import { lateDayFault } from './late-day.ts';
import { lostPageFault } from './lost-page.ts';
import { malformedFault } from './malformed.ts';
import { missingFieldsFault } from './missing-fields.ts';
import { partialErrorsFault } from './partial-errors.ts';
import { repeatCursorFault } from './repeat-cursor.ts';
import { resetFault } from './reset.ts';
import { restateDayFault } from './restate-day.ts';
import { slowFault } from './slow.ts';
import { statusFault } from './status.ts';
import { timeoutFault } from './timeout.ts';
import { truncateFault } from './truncate.ts';

/** Every fault there is, by name. */
export const FAULT_KINDS: ReadonlyMap<string, FaultKind> = new Map(
  [
    statusFault,
    timeoutFault,
    resetFault,
    slowFault,
    truncateFault,
    malformedFault,
    emptyFault,
    repeatCursorFault,
    lostPageFault,
    duplicatePageFault,
    extraFieldsFault,
    missingFieldsFault,
    lateDayFault,
    restateDayFault,
    acceptThenFailFault,
    partialErrorsFault,
  ].map((kind) => [kind.name, kind]),
);
