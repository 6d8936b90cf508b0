import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

import { consoleDist, consoleStamp, hashOfConsoleSources } from '../../../console/sources.ts';
import { consoleTypes } from '../../../shared/contracts/console/console-headers.ts';
import { childEnvironment } from '../../../shared/runtime/child-environment.ts';

const program = join(import.meta.dirname, '..', '..', '..', 'console', 'build.ts');

/** Builds the console unless what is built is of these very sources, and copies what browsers get of it. */
export function copyBuiltConsole(into: string): void {
  const isBuilt = existsSync(consoleStamp) && readFileSync(consoleStamp, 'utf8') === hashOfConsoleSources();
  if (!isBuilt) {
    execFileSync(process.execPath, [program], { env: childEnvironment(process.env, 'tool'), stdio: 'inherit' });
  }
  cpSync(consoleDist, into, {
    recursive: true,
    // CloudFront packs files itself.
    filter: (file) => statSync(file).isDirectory() || consoleTypes[extname(file)] !== undefined,
  });
}
