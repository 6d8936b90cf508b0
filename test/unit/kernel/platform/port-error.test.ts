import { expect, test } from 'vitest';

import { PlatformError, type PlatformErrorKind } from '../../../../shared/kernel/platform/platform-error.ts';
import { failedWrite } from '../../../../shared/kernel/platform/port-error.ts';
import { PlatformRefusedError } from '../../../../shared/kernel/runs/ports.ts';

const failed = (kind: PlatformErrorKind, outcomeUnknown = false): PlatformError =>
  new PlatformError({ kind, endpoint: 'POST /api/v0/computers', attempts: 1, outcomeUnknown });

test.for<readonly [PlatformErrorKind, boolean, string]>([
  ['bad-request', false, 'refused'],
  ['not-found', false, 'refused'],
  ['refused', false, 'refused'],
  ['rate-limited', false, 'put-off'],
  ['network', false, 'put-off'],
  ['server', true, 'unknown'],
  // Refused only when it was repeated: the first attempt may have been carried out.
  ['forbidden', true, 'unknown'],
])('a write that fails as %s, its outcome unknown: %s, is %s', ([kind, outcomeUnknown, expected]) => {
  expect(failedWrite(failed(kind, outcomeUnknown)).kind).toBe(expected);
});

test.for<PlatformErrorKind>(['unauthorized', 'forbidden', 'key'])(
  'a write that fails as %s is raised: no other would fare better',
  (kind) => {
    expect(() => failedWrite(failed(kind))).toThrow(PlatformRefusedError);
  },
);
