// Runs the program named by the arguments for as long as the process that started this one lives: standard input
// comes to its end when that process is gone, however it went. A process cannot see its own parent's end otherwise.
import { spawn } from 'node:child_process';

const graceMs = 3_000;
const [command = '', ...args] = process.argv.slice(2);
const program = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });

function stop() {
  program.kill('SIGTERM');
  setTimeout(() => program.kill('SIGKILL'), graceMs);
}

process.stdin.resume();
process.stdin.once('close', stop);
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

program.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
program.once('exit', (code) => process.exit(code ?? 1));
