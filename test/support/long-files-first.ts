import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What takes longest, first: a worker that comes to it last would work on alone. Without what earlier runs have left,
 * as in a fresh clone, vitest knows sizes of files alone, and small files may start programs or compile.
 */
export const longFiles = [
  'test/console/console.test.ts',
  'test/architecture/add-a-watcher.test.ts',
  'test/e2e/start.test.ts',
  'test/e2e/secret-canary.test.ts',
  'test/e2e/deployed-functions.test.ts',
  'test/e2e/deployed-night.test.ts',
  'test/infra/bundles.test.ts',
  'test/e2e/direct-edits.test.ts',
  'test/e2e/doctor-trial.test.ts',
  'test/e2e/cli-bundle.test.ts',
  'test/architecture/import-rule.test.ts',
  'test/infra/admin-api-is-granted.test.ts',
  'test/e2e/reading-faults.test.ts',
  'test/e2e/finance-rule.test.ts',
  'test/world/stop-everywhere.test.ts',
  'test/world/pools-exploration.test.ts',
  'test/infra/validated.test.ts',
  'test/infra/jobs-are-granted.test.ts',
  'test/world/attack/attack.test.ts',
  'test/contract/others-subjects.test.ts',
  'test/contract/hostile-input.test.ts',
  'test/e2e/emulator-command.test.ts',
  'test/e2e/demo-story.test.ts',
];

export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = longFiles.findIndex((name) => moduleId.endsWith(name));
      return place < 0 ? longFiles.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
