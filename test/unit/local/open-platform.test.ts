import { expect, test } from 'vitest';

import { CannotStartError } from '../../../local/cannot-start-error.ts';
import { openDemoPlatform } from '../../../local/open-platform.ts';
import { useScratchFolder } from '../../support/scratch-folder.ts';

const { fileOf } = useScratchFolder();

test('a file that the demo organization cannot go on from is reported with how to start over', async () => {
  const file = fileOf('emulator.json', 'garbage');

  const opened = openDemoPlatform({ file, port: 0 });

  await expect(opened).rejects.toThrow(CannotStartError);
  await expect(opened).rejects.toThrow(/is not JSON.*--fresh/u);
});
