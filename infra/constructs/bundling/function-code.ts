import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';

import type { FunctionDeclaration } from '../../../shared/kernel/runs/contract/job-declaration.ts';
import { childEnvironment } from '../../../shared/kernel/runtime/child-environment.ts';

const functions = join(import.meta.dirname, '..', '..', '..', 'functions');

/** A declared function's code, built at synthesis; `addFiles` adds files. */
export function functionCode(declaration: FunctionDeclaration, addFiles?: (outdir: string) => void): Code {
  return Code.fromAsset(functions, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // Never run. By it CDK tells the functions of one folder apart: what looks the same is built once.
      command: [declaration.file],
      image: DockerImage.fromRegistry('built-without-an-image'),
      local: {
        tryBundle(outdir) {
          buildAndWait(declaration, outdir);
          addFiles?.(outdir);
          return true;
        },
      },
    },
  });
}

/** The CDK is synchronous, so each function is built in a process of its own. */
function buildAndWait(declaration: FunctionDeclaration, outdir: string): void {
  const program = join(import.meta.dirname, 'build-process.ts');
  const { status } = spawnSync(process.execPath, [program, JSON.stringify(declaration), outdir], {
    env: childEnvironment(process.env, 'tool'),
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) {
    throw new Error(`the function ${declaration.name} could not be built`);
  }
}
