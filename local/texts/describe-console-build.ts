import type { BuildOutcome } from '../console/build-console.ts';

/** What became of the console, in lines; none when it stood ready. */
export function describeConsoleBuild(outcome: BuildOutcome): readonly string[] {
  switch (outcome.kind) {
    case 'up-to-date':
      return [];
    case 'built':
      return [`The console was built from its sources in ${outcome.seconds.toFixed(1)} s.`];
    case 'failed':
      return [`The console could not be built; everything else runs:`, outcome.detail];
  }
}
