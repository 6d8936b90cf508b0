import type { FunctionDeclaration } from '../../../shared/kernel/runs/contract/job-declaration.ts';
import { buildFunction } from './build-function.ts';

const [declaration = '', outdir = ''] = process.argv.slice(2);
await buildFunction(JSON.parse(declaration) as FunctionDeclaration, outdir);
