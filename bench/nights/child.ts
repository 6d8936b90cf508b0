import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { childEnvironment } from '../../shared/runtime/child-environment.ts';

/** That of a function of 512 MB, with room for what is outside of the heap. */
const heapMbMax = 320;

/** Runs a program in a process of its own, and gives the document that it prints. */
export async function documentOf(file: string, args: readonly string[]): Promise<unknown> {
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMbMax}`, file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: childEnvironment(process.env, 'tool'),
  });
  const printed = await text(child.stdout);
  return printed === '' ? Promise.reject(new Error(`${file} ${args[0]} printed nothing`)) : JSON.parse(printed);
}
