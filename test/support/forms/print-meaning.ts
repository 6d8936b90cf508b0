import { meaning } from './meaning.ts';

/** Begins as the command line does, so that a bundle of either starts in the same way. */
export async function runProcess(): Promise<void> {
  process.stdout.write(JSON.stringify(await meaning()));
}

if (process.argv.includes('--now')) {
  await runProcess();
}
