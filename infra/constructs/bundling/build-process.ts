import { type BuiltDeclaration, buildFunction } from './build-function.ts';

/** Builds the function that is declared in the first argument into the folder that is the second. */
const [declaration = '', outdir = ''] = process.argv.slice(2);
await buildFunction(JSON.parse(declaration) as BuiltDeclaration, outdir);
