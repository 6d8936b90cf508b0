import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

export interface Machine {
  readonly platform: string;
  readonly arch: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

type FoundEngine =
  | { readonly kind: 'program'; readonly path: string }
  | { readonly kind: 'endpoint'; readonly endpoint: string };

export class EngineMissingError extends Error {
  override readonly name = 'EngineMissingError';
}

/** Finds this system's package, else `dynoxide` on PATH, else AWS_ENDPOINT_URL_DYNAMODB. Throws EngineMissingError. */
export function findEngine(machine: Machine): FoundEngine {
  const path = programInPackage(machine) ?? programOnPath(machine);
  if (path !== undefined) {
    return { kind: 'program', path };
  }
  const endpoint = machine.env['AWS_ENDPOINT_URL_DYNAMODB'];
  if (endpoint !== undefined && endpoint !== '') {
    return { kind: 'endpoint', endpoint };
  }
  throw new EngineMissingError(
    [
      `The DynamoDB engine is missing: the package ${packageFor(machine)} for this system is not installed. Either`,
      '- run "npm ci" without --omit=optional, where that package exists for this system, or',
      '- install dynoxide so that it is found on PATH, or',
      '- set AWS_ENDPOINT_URL_DYNAMODB to the address of an engine that runs already, such as DynamoDB Local.',
    ].join('\n'),
  );
}

function packageFor({ platform, arch }: Machine): string {
  return `@dynoxide/${platform}-${arch}`;
}

function programInPackage(machine: Machine): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${packageFor(machine)}/package.json`);
    return executable(join(dirname(manifest), programName(machine)));
  } catch {
    // The package is optional: npm omits it on other systems.
    return undefined;
  }
}

function programOnPath(machine: Machine): string | undefined {
  const folders = (machine.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => executable(join(folder, programName(machine)))).find((path) => path !== undefined);
}

function programName({ platform }: Machine): string {
  return platform === 'win32' ? 'dynoxide.exe' : 'dynoxide';
}

function executable(path: string): string | undefined {
  try {
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    return undefined;
  }
}
