#!/usr/bin/env node
// JavaScript, unlike all that it loads: the first file is read before anything is ready, and would take the compiler.
import './compile-cache.mjs';

await import('./main.ts');
