import type { Installation } from '../../wiring/installation.ts';

/** When an edit that was made takes effect. */
export function effectNote({ isRunning }: Pick<Installation, 'isRunning'>): string {
  return isRunning
    ? 'It takes effect within a minute, unless a guard holds it.'
    : 'No installation runs here: it takes effect with the next run, or now with "npx curfew apply".';
}
