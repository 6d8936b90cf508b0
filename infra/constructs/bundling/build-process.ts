import { type BuiltDeclaration, buildFunction } from './build-function.ts';

const [declaration = '', outdir = ''] = process.argv.slice(2);
await buildFunction(JSON.parse(declaration) as BuiltDeclaration, outdir);
