import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { cruise, type ICruiseResult } from 'dependency-cruiser';

import { importRule } from './import-rule.ts';

const folders = ['shared', 'functions', 'infra', 'emulator', 'local', 'cli', 'console', 'test', 'bench'];

/** Checks the import rule on the project, or on another folder laid out like it. */
export async function cruiseProject(baseDir: string, present: readonly string[] = folders): Promise<ICruiseResult> {
  const { output } = await cruise(
    present.filter((folder) => existsSync(join(baseDir, folder))),
    {
      ...importRule.options,
      baseDir,
      validate: true,
      ruleSet: { allowed: importRule.allowed ?? [], allowedSeverity: 'error', forbidden: importRule.forbidden ?? [] },
    },
  );
  if (typeof output === 'string') {
    throw new Error('dependency-cruiser gave a report where a result was expected');
  }
  return output;
}
