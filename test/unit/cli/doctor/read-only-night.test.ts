import { expect, test } from 'vitest';

import { LimitRefusedError, readOnlyRun } from '../../../../cli/doctor/trial/night-checks.ts';
import { openWork } from '../../../../cli/doctor/trial/open-work.ts';
import { readOptions, readTarget } from '../../../../cli/doctor/trial/target.ts';
import { permitted } from '../../../support/permitted.ts';

test('the tried night has no way to set a limit, whatever it decides', async () => {
  const env = { CURFEW_BASE_URL: 'https://platform.test', CURFEW_API_KEY: 'key', AWS_REGION: 'eu-central-1' };
  const target = readTarget({ env, options: readOptions({}), configured: undefined, sdkRegion: undefined });
  const { signal } = new AbortController();
  const opened = openWork(target, { prefix: 'own-', nowMs: 0, signal, progress: () => {} });

  const sent = readOnlyRun(opened.work).limitWriter.setLimits(permitted({ email: 'ana@acme.test', limitCredits: 1 }));

  await expect(sent).rejects.toThrow(LimitRefusedError);
  expect(opened.work.watch.calls.size).toBe(0);
  opened.close();
});
