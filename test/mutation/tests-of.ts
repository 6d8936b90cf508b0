import { dirname } from 'node:path';

/** The virtual world's tests that take few seconds: they run use cases whole. */
export const quickWorlds = [
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
];

export function isFile(folderOrFile: string): boolean {
  return folderOrFile.endsWith('.ts');
}

/** Which tests have to notice a mutant in a folder or file: those that mirror it, and for use cases all of their tests. */
export function testsOf(folderOrFile: string): readonly string[] {
  const folder = isFile(folderOrFile) ? dirname(folderOrFile) : folderOrFile;
  const useCases = 'shared/application';
  const isUseCase = folder === useCases || folder.startsWith(`${useCases}/`);
  return isUseCase
    ? [
        'test/unit/application/**/*.test.ts',
        'test/unit/functions/**/*.test.ts',
        ...quickWorlds.map((name) => `test/world/${name}.test.ts`),
        'test/world/controls/watch-history.test.ts',
      ]
    : [`${folder.replace(/^shared\//u, 'test/unit/')}/**/*.test.ts`];
}
