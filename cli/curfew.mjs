#!/usr/bin/env node
// JavaScript, unlike all that it loads: the first file is read before anything is ready, and would take the compiler.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findBundle, makeBundleLater } from './bundle/bundle.mjs';

const bundle = findBundle();
if (bundle === undefined) {
  await import('./compile-cache.mjs');
  await import('./main.ts');
  await makeBundleLater();
} else {
  // Goes with the bundle when that is removed.
  enableCompileCache(join(bundle, 'compiled'));
  await import(pathToFileURL(join(bundle, 'main.mjs')).href);
}
