#!/usr/bin/env node
// JavaScript, unlike all that it loads: the first file is read before anything is ready, and would take the compiler.
import { findBundle, makeBundleLater, runBundle } from './bundle/bundle.mjs';

// By default zod writes a function for each schema when it first reads by it, which pays from some hundreds of records on.
globalThis.__zod_globalConfig = { jitless: true };

const nodeMin = 24;
const [major] = process.versions.node.split('.');
const bundle = findBundle();
if (Number(major) < nodeMin) {
  process.stderr.write(
    `error: Curfew runs on Node ${nodeMin} and later, and this is Node ${process.versions.node}; "npx curfew" brings its own\n`,
  );
  process.exitCode = 1;
} else if (bundle === undefined) {
  await import('./main.ts');
  await makeBundleLater();
} else {
  await runBundle(bundle);
}
