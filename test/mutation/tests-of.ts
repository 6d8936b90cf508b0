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
  'returned-mail',
  'taken-up',
  'teams',
];

/** Which tests have to notice a mutant in a folder: those that mirror it, and for use cases all of their tests. */
export function testsOf(folder: string): readonly string[] {
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
