import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import * as z from 'zod';

import { type Config, ConfigError, readConfig } from './config.ts';

/** The admin's file in the project root, a copy of `curfew.config.example.ts`. */
export const configFileName = 'curfew.config.ts';

const ownPath = join(import.meta.dirname, '..', configFileName);

const ConfigModule = z.object({ curfew: z.unknown() });

/** Reads the configuration at `path`; undefined when missing. Throws ConfigError with every fault, without values. */
export async function readConfigFile(path: string = ownPath): Promise<Config | undefined> {
  return existsSync(path) ? readConfig(await exportOf(path), configFileName) : undefined;
}

async function exportOf(path: string): Promise<unknown> {
  const module: unknown = await import(pathToFileURL(path).href).catch((cause: unknown) => {
    throw new ConfigError(
      `${configFileName} cannot be read: Node cannot run it as TypeScript; npm run check shows the line`,
      { cause },
    );
  });
  const exported = ConfigModule.safeParse(module);
  if (!exported.success) {
    throw new ConfigError(`${configFileName} exports no "curfew"; curfew.config.example.ts shows what it has to`);
  }
  return exported.data.curfew;
}
