import {
  acceptThenFailFault,
  emptyFault,
  resetFault,
  slowFault,
  statusFault,
  timeoutFault,
  truncateFault,
} from './answer-faults.ts';
import { duplicatePageFault, lostPageFault, repeatCursorFault } from './page-faults.ts';
import { extraFieldsFault, malformedFault, missingFieldsFault } from './field-faults.ts';
import type { FaultKind } from './fault.ts';
import { lateDayFault, restateDayFault } from './day-faults.ts';
import { partialErrorsFault } from './partial-errors.ts';

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
