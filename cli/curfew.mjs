#!/usr/bin/env node
// JavaScript, unlike all that it loads: the first file is read before anything is ready, and would take the compiler.
import { findBundle, makeBundleLater, runBundle } from './bundle/bundle.mjs';

// By default zod writes a function for each schema when it first reads by it, which pays from some hundreds of records on.
globalThis.__zod_globalConfig = { jitless: true };

const bundle = findBundle();
if (bundle === undefined) {
  await import('./main.ts');
  await makeBundleLater();
} else {
  await runBundle(bundle);
}
