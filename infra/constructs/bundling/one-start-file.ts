import type { Plugin } from 'esbuild';

const late = 'late';

/**
 * Puts what a start reads into as few files as can be. esbuild parts a bundle into a file for each set of late imports
 * that share something: dozens where there are many, and each is another file to open at a start. Here whatever is
 * imported late takes something of `main` too, which is there by then, so that all late imports share all of the start.
 */
export function oneStartFile(main: string): Plugin {
  return {
    name: 'one-start-file',
    setup(bundler) {
      bundler.onResolve({ filter: /^\./ }, async ({ kind, path, resolveDir, importer }) => {
        if (kind !== 'dynamic-import' || importer.includes('node_modules')) {
          return undefined;
        }
        const found = await bundler.resolve(path, { kind: 'import-statement', resolveDir, importer });
        return { path: found.path, namespace: late, errors: found.errors };
      });
      bundler.onLoad({ filter: /./, namespace: late }, ({ path }) => ({
        contents: `export * from ${JSON.stringify(path)}; export { handler as handlerOfStart } from ${JSON.stringify(main)};`,
        resolveDir: '/',
      }));
    },
  };
}
