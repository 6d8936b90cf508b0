import { join } from 'node:path';

import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';

import type { FunctionDeclaration } from '../../shared/contracts/jobs/job-declaration.ts';
import { buildFunction } from './build-function.ts';

const functions = join(import.meta.dirname, '..', '..', 'functions');

/** The code of a declared function, built when its stack is synthesized; `addFiles` puts more beside it. */
export function functionCode(declaration: FunctionDeclaration, addFiles?: (outdir: string) => void): Code {
  return Code.fromAsset(join(functions, declaration.folder), {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      image: DockerImage.fromRegistry('built-without-an-image'),
      local: {
        tryBundle(outdir) {
          buildFunction(declaration, outdir);
          addFiles?.(outdir);
          return true;
        },
      },
    },
  });
}
