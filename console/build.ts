import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';

import { consoleDist, stampConsole } from './sources.ts';

// Builds the console into dist. Usage: node console/build.ts

const packedBytesMin = 1_000;
const folder = import.meta.dirname;
const brotliQuality = 9;

// Tests may set another one: a development build is half as large again.
process.env['NODE_ENV'] = 'production';

const [startedMs, modules] = [Date.now(), new Set<string>()];
await build({
  root: folder,
  configFile: false,
  logLevel: 'error',
  plugins: [react(), withoutFonts(), notesModules()],
  build: {
    outDir: consoleDist,
    emptyOutDir: true,
    target: 'es2023',
    // Tells the benchmark which files a page needs.
    manifest: true,
    sourcemap: false,
    // Nothing stands in the page itself: its policy allows no script and no style there.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: { onLog: () => undefined },
  },
});
await Promise.all(
  readdirSync(consoleDist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(async (entry) => pack(join(entry.parentPath, entry.name))),
);
// Last: a build that was broken off is none. Neither is one whose sources were changed meanwhile.
if ([...modules].every((file) => statSync(file).mtimeMs < startedMs)) {
  stampConsole([...modules].map((file) => relative(join(folder, '..'), file)).toSorted());
}

/** The faces of the design system come along as 190 KB of style sheet; the system's own face does as well. */
function withoutFonts(): Plugin {
  return {
    name: 'without-fonts',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('/global-styles/index.css') ? code.replaceAll(/@font-face\s*\{[^}]*\}/gu, '') : undefined,
  };
}

/** Notes which files outside its own folder, and of no package, the console is made from. */
function notesModules(): Plugin {
  return {
    name: 'notes-modules',
    transform(_code, id) {
      const [file = ''] = id.replace(/^\0+/u, '').split('?');
      if (file.startsWith(join(folder, '..')) && !file.startsWith(folder) && !file.includes('/node_modules/')) {
        modules.add(file);
      }
    },
  };
}

/** A compressed twin beside each file, so that no compression happens on request. */
async function pack(file: string): Promise<void> {
  const bytes = readFileSync(file);
  if (bytes.length < packedBytesMin || file.endsWith('.woff2')) {
    return;
  }
  const [gzipped, brotli] = await Promise.all([
    promisify(gzip)(bytes, { level: 9 }),
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  ]);
  writeFileSync(`${file}.gz`, gzipped);
  writeFileSync(`${file}.br`, brotli);
}
