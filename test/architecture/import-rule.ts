import type { IConfiguration } from 'dependency-cruiser';

interface Border {
  /** The importing files. */
  readonly from: string;
  /** What of ours they may import; `$1` is what the brackets in `from` matched. */
  readonly sees: readonly string[];
  readonly npm: boolean;
}

/** What each folder may import; all else is refused. */
const borders: readonly Border[] = [
  { from: '^shared/domain/', sees: ['^shared/domain/'], npm: false },
  // Address ranges and public suffixes are other people's standards: docs/decisions/005-two-packages-in-the-domain.md.
  {
    from: '^shared/domain/controls/coverage/',
    sees: ['(^|/)node_modules/(ipaddr\\.js|tldts)/'],
    npm: false,
  },
  { from: '^shared/application/', sees: ['^shared/(domain|application)/'], npm: false },
  { from: '^shared/contracts/', sees: ['^shared/(domain|contracts)/'], npm: true },
  { from: '^shared/runtime/', sees: ['^shared/(domain|application|contracts|runtime)/'], npm: true },
  {
    from: '^shared/adapters/([^/]+)/',
    sees: ['^shared/(domain|application|contracts|runtime)/', '^shared/adapters/$1/'],
    npm: true,
  },
  { from: '^shared/wiring/', sees: ['^shared/'], npm: true },
  {
    from: '^shared/terminal/',
    sees: ['^shared/(domain|application|terminal)/', '^shared/adapters/platform/http/platform-event\\.ts$'],
    npm: true,
  },
  {
    from: '^functions/([^/]+)/(handler|env)\\.ts$',
    sees: ['^shared/(domain|application|contracts|runtime)/', '^functions/$1/'],
    npm: true,
  },
  { from: '^functions/([^/]+)/main\\.ts$', sees: ['^shared/', '^functions/$1/'], npm: true },
  {
    from: '^infra/',
    sees: ['^shared/contracts/', '^functions/[^/]+/env\\.ts$', '^infra/', '^curfew\\.config\\.example\\.ts$'],
    npm: true,
  },
  { from: '^emulator/', sees: ['^emulator/'], npm: true },
  {
    from: '^local/',
    sees: ['^shared/', '^functions/[^/]+/handler\\.ts$', '^emulator/start-emulator\\.ts$', '^local/'],
    npm: true,
  },
  { from: '^cli/', sees: ['^shared/', '^local/', '^cli/'], npm: true },
  { from: '^bench/', sees: ['^(shared|emulator|local|bench)/'], npm: true },
  {
    from: '^smoke/',
    sees: [
      '^shared/',
      '^local/create-tables\\.ts$',
      '^infra/(config|config-file|example-values|mail-identity)\\.ts$',
      '^smoke/',
    ],
    npm: true,
  },
  { from: '^test/', sees: ['^(shared|functions|infra|emulator|local|cli|bench|smoke|test)/'], npm: true },
  { from: '^curfew\\.config(\\.example)?\\.ts$', sees: ['^infra/config\\.ts$'], npm: false },
  { from: '^[^/]+\\.ts$', sees: [], npm: true },
];

const own = '^(shared|functions|infra|emulator|local|cli|test|bench|smoke|console)/';

/** The import rule of the house as an allow-list for dependency-cruiser. */
export const importRule: IConfiguration = {
  allowed: borders.flatMap(({ from, sees, npm }) => [
    ...(sees.length === 0 ? [] : [{ from: { path: from }, to: { path: [...sees] } }]),
    ...(npm ? [{ from: { path: from }, to: { pathNot: own } }] : []),
  ]),
  allowedSeverity: 'error',
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: ['^test/'] },
      to: {},
    },
    {
      name: 'only-tests-import-development-packages',
      severity: 'error',
      from: { path: '^(shared|functions|emulator|local|cli|smoke)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules'] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { conditionNames: ['import', 'node', 'default', 'types'], exportsFields: ['exports'] },
  },
};
