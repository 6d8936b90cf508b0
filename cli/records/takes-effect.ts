import type { Installation } from '../../shared/wiring/installation.ts';
import type { CommandContext } from '../frame/command-context.ts';

/** Says when an edit that was made takes effect. */
export function noteEffect(context: CommandContext, { isRunning }: Pick<Installation, 'isRunning'>): void {
  context.note(
    isRunning
      ? 'It takes effect within a minute, unless a guard holds it.'
      : 'No installation runs here: it takes effect with the next run, or now with "npx curfew apply".',
  );
}
