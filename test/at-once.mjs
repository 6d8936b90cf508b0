// Runs commands side by side, since the type checker uses one core alone, and prints what each said when it has ended.
// Ends with the first exit code that is not 0. Usage: node at-once.mjs COMMAND...
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

const codes = await Promise.all(
  process.argv.slice(2).map(async (command) => {
    const child = spawn(`${command} 2>&1`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    process.stdout.write(code === 0 ? output : `${output}${command} failed\n`);
    return code ?? 1;
  }),
);
process.exitCode = codes.find((code) => code !== 0) ?? 0;
