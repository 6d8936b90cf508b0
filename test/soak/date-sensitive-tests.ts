import { repositoryFiles, textOf } from '../architecture/source-files.ts';

/** What goes by the clock of this machine: an installation, a program of its own, or the clock itself. */
const goesByTheClock =
  /\b(?:systemClock|useInstallation|commandLine|openRunningInstallation|openConsoleWorld|startProgram)\b|Date\.now\(\)|new Date\(\)/u;

/** They are about time that passes, and run elsewhere with many more cases. */
const elsewhere = /^test\/(?:world|mutation|bench|architecture)\//u;

/** The test files whose outcome could depend on the day on which they run. */
export function dateSensitiveTests(): readonly string[] {
  return repositoryFiles().filter(
    (path) =>
      path.startsWith('test/') &&
      path.endsWith('.test.ts') &&
      !elsewhere.test(path) &&
      goesByTheClock.test(textOf(path)),
  );
}
