import { globSync } from 'node:fs';
import { dirname } from 'node:path';

import type { ImportGraph } from './import-graph.ts';

/** The virtual world's tests that take few seconds: they run use cases whole. */
const quickWorlds = [
  'alerts',
  'by-hand',
  'evidence-head',
  'grants',
  'late-changes',
  'mail-faults',
  'mailer',
  'readings',
  'resumed-run',
  'returned-mail',
  'teams',
  'controls/anchors',
  'controls/announced',
  'controls/evidence-links',
  'controls/in-force',
  'controls/notify-controls',
  'controls/watch-history',
  'requests/requests',
  'requests/invitations',
  'watchers/digest',
  'watchers/roster',
  'computers/watch-computers',
  'readiness/watch-readiness',
  'sessions/watch-sessions',
];

export function isFile(folderOrFile: string): boolean {
  return folderOrFile.endsWith('.ts');
}

/**
 * Which tests have to notice a mutant in a folder or file: those that mirror it, and for use cases all of their tests.
 * What those do not load is judged by the tests that are the fewest imports away from it.
 * The nearest come first: the first that fails ends the trial of a mutant. Tests that load none of it are left out.
 */
export function testsOf(folderOrFile: string, graph: ImportGraph): readonly string[] {
  const folder = isFile(folderOrFile) ? dirname(folderOrFile) : folderOrFile;
  const isUseCase = /\/use-cases(?:\/|$|\.ts$)/u.test(folderOrFile);
  const own = globSync(
    isUseCase
      ? [
          'test/unit/**/use-cases{,/**}/*.test.ts',
          'test/unit/**/use-cases.test.ts',
          'test/unit/functions/**/*.test.ts',
          ...quickWorlds.map((name) => `test/world/${name}.test.ts`),
        ]
      : `${folder.replace(/^shared\//u, 'test/unit/')}/**/*.test.ts`,
  );
  // A test of functions may load every use case, and judge none of them.
  const loaded = graph.reachedFrom(own.filter((test) => !test.startsWith('test/unit/functions/')));
  const others = new Set(globSync('test/{unit,world}/**/*.test.ts'));
  const files = isFile(folderOrFile) ? [folderOrFile] : globSync(`${folder}/**/*.ts`);
  const further = files.filter((file) => !loaded.has(file)).flatMap((file) => graph.nearestOf(file, others));
  return graph.nearestFirst(files, [...new Set([...own, ...further])]);
}
