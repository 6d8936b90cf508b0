import { styleFor } from '../shared/terminal/style.ts';
import { newClosers } from './closers.ts';
import { runCurfew } from './run-curfew.ts';
import { readStartOptions } from './start-options.ts';
import { describeFailure } from './texts/describe-failure.ts';

const closeMsMax = 15_000;

const options = readStartOptions(process.argv.slice(2));
const closers = newClosers();
const style = styleFor({ isTerminal: process.stdout.isTTY }, process.env);
let isStopping = false;

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void stop(0));
}

try {
  const outcome = await runCurfew(options, { env: process.env, style, say, fail }, closers);
  if (outcome !== 'running') {
    await stop(outcome === 'done' ? 0 : 1);
  }
} catch (error) {
  if (!isStopping) {
    console.error(`${style.colors.red('error:')} ${describeFailure(error)}`);
    await stop(1);
  }
}

/** Active runs are interrupted: the next one finishes them. */
async function stop(exitCode: number): Promise<void> {
  if (isStopping) {
    return;
  }
  isStopping = true;
  setTimeout(() => process.exit(1), closeMsMax).unref();
  try {
    await closers.closeAll();
  } catch (error) {
    console.error(`Something did not close: ${describeFailure(error)}`);
    process.exit(1);
  }
  process.exit(exitCode);
}

function fail(text: string): void {
  if (!isStopping) {
    console.error(`\n${style.colors.red('error:')} ${text}`);
    void stop(1);
  }
}

function say(text: string): void {
  if (!isStopping) {
    console.log(text);
  }
}
