import type { IConfiguration } from 'dependency-cruiser';

interface Border {
  /** The importing files. */
  readonly from: string;
  /** What of ours they may import; `$1` is what the brackets in `from` matched. */
  readonly sees: readonly string[];
  readonly npm: boolean;
  /** What of ours they may import types of, besides. */
  readonly typesOf?: readonly string[];
}

/** What each folder may import; all else is refused. */
const borders: readonly Border[] = [
  { from: '^shared/domain/', sees: ['^shared/(domain|promise)/'], npm: false },
  // The guard of the promise knows nothing of planning: docs/decisions/017-one-guard-for-the-promise.md.
  { from: '^shared/promise/', sees: ['^shared/promise/', '^shared/kernel/time/'], npm: false },
  // Address ranges and public suffixes are other people's standards: docs/decisions/005-packages-in-the-domain.md.
  {
    from: '^shared/coverage/',
    sees: ['(^|/)node_modules/(ipaddr\\.js|tldts)/'],
    npm: false,
  },
  // So is the list of top-level domains, by which mail clients make links.
  { from: '^shared/mail/unlinked\\.ts$', sees: ['(^|/)node_modules/tlds/'], npm: false },
  // The one hash of the domain is the standard one: docs/decisions/008-sha-256-in-the-domain.md.
  { from: '^shared/kernel/sha256\\.ts$', sees: ['^(node:)?crypto$'], npm: false },
  { from: '^shared/application/', sees: ['^shared/(domain|application|promise)/'], npm: false },
  { from: '^shared/contracts/', sees: ['^shared/(domain|contracts)/'], npm: true },
  { from: '^shared/runtime/', sees: ['^shared/(domain|application|contracts|runtime)/'], npm: true },
  {
    from: '^shared/adapters/([^/]+)/',
    sees: ['^shared/(domain|application|contracts|runtime|promise)/', '^shared/adapters/$1/'],
    npm: true,
  },
  { from: '^shared/wiring/', sees: ['^shared/'], npm: true },
  // The admin API: the use cases behind rights and contracts.
  { from: '^shared/admin-api/', sees: ['^shared/', '^functions/jobs\\.ts$'], npm: true },
  {
    from: '^shared/terminal/',
    sees: ['^shared/(domain|application|contracts|terminal)/', '^shared/kernel/platform/http/platform-event\\.ts$'],
    npm: true,
  },
  {
    from: '^functions/([^/]+)/(?!(main|job|function)\\.ts$)[^/]+$',
    sees: ['^shared/(domain|application|contracts|runtime)/', '^functions/$1/'],
    npm: true,
  },
  // The function of the admin API is a shell around it.
  { from: '^functions/admin-api/handler\\.ts$', sees: ['^shared/(admin-api|wiring)/'], npm: true },
  { from: '^functions/[^/]+/(job|function)\\.ts$', sees: ['^shared/contracts/'], npm: false },
  { from: '^functions/jobs\\.ts$', sees: ['^shared/(domain|contracts)/', '^functions/[^/]+/job\\.ts$'], npm: false },
  { from: '^functions/([^/]+)/main\\.ts$', sees: ['^shared/', '^functions/$1/'], npm: true },
  {
    from: '^infra/',
    sees: [
      '^shared/contracts/',
      '^shared/kernel/runtime/child-environment\\.ts$',
      '^functions/([^/]+/(job|function)|jobs|place-console/declaration)\\.ts$',
      '^console/sources\\.ts$',
      '^infra/',
      '^curfew\\.config\\.example\\.ts$',
    ],
    npm: true,
  },
  // The bill is a table in a terminal.
  { from: '^infra/cost/', sees: ['^shared/terminal/(fit-text|style|table)\\.ts$'], npm: true },
  { from: '^emulator/', sees: ['^emulator/', '^shared/kernel/runtime/refuse-foreign\\.ts$'], npm: true },
  {
    from: '^local/',
    sees: [
      '^shared/',
      '^functions/([^/]+/handler|jobs)\\.ts$',
      '^emulator/start-emulator\\.ts$',
      '^console/sources\\.ts$',
      '^local/',
    ],
    npm: true,
  },
  { from: '^cli/', sees: ['^shared/', '^functions/jobs\\.ts$', '^local/', '^cli/'], npm: true },
  {
    from: '^bench/',
    sees: [
      '^(shared|emulator|local|bench)/',
      '^console/sources\\.ts$',
      '^functions/([^/]+/(job|function)|jobs)\\.ts$',
      '^infra/constructs/bundling/build-function\\.ts$',
    ],
    npm: true,
  },
  // The doctor tries what is to be deployed as well as what is.
  { from: '^cli/doctor/trial/', sees: ['^infra/(config|config-file|example-values|mail-identity)\\.ts$'], npm: true },
  // It compares policies with those that are deployed.
  {
    from: '^cli/doctor/deployment/',
    sees: ['^infra/(stack-names|table-writers)\\.ts$', '^functions/admin-api/function\\.ts$'],
    npm: true,
  },
  // The admin API is all that the console knows of Curfew: which operations there are, and the types of what they
  // answer; where it is served; which letters hide others, what an address is, which values are the same, what a
  // budget is called, and how people write amounts.
  {
    from: '^console/',
    sees: [
      '^console/',
      '^shared/kernel/contract/routes\\.ts$',
      '^shared/kernel/contract/console-config\\.ts$',
      '^shared/kernel/texts/(amount-needed|hidden-letters|own-change)\\.ts$',
      '^shared/domain/budgets/(budget-title|scope)\\.ts$',
      '^shared/roster/email\\.ts$',
      // As a text: it goes with each export.
      '^docs/verify-export\\.mjs$',
      '^shared/kernel/records/contract/fields/amount\\.ts$',
      '^shared/kernel/records/same-value\\.ts$',
    ],
    npm: true,
    typesOf: ['^shared/contracts/'],
  },
  { from: '^release/', sees: ['^release/'], npm: true },
  { from: '^test/', sees: ['^(shared|functions|infra|emulator|local|cli|bench|release|console|test)/'], npm: true },
  { from: '^curfew\\.config(\\.example)?\\.ts$', sees: ['^infra/config\\.ts$'], npm: false },
  { from: '^vitest\\.config\\.ts$', sees: ['^test/support/(?:long-files-first|suite-moment)\\.ts$'], npm: true },
  { from: '^[^/]+\\.ts$', sees: [], npm: true },
];

/** What each room of the use cases offers to the rest of the project; the other files are its own affair. */
const doors: Readonly<Record<string, readonly string[]>> = {
  controls: [
    'watch-controls',
    'watch-work',
    'decide-on-controls',
    'alerts/linked-alerts',
    // What stored revisions say: queries list them and compare them.
    'stored-revisions',
    'evaluated-revisions',
    'judge-revision',
    'evidence/(export-controls|read-head|record-evidence|verify-controls)',
    'anchors/(compare-anchors|read-anchors)',
    'ports',
  ],
  'controls/history': ['collect-history', 'decide-history'],
  'controls/reports': ['compose-controls-report'],
  edits: [
    'edit-record',
    'import-records',
    'edit-grants',
    'edit-settings',
    'followed-stores',
    'guarded-stores',
    'watch-edits',
    'ports',
  ],
  enforcement: [
    'enforce-budgets',
    'enforcement-work',
    'enforcement-settings',
    'decide-held-plan',
    // For the snapshot that queries explain: what a plan is made from.
    'collect/collect-tables',
    'plan-run',
    'live/(give-live|live-work|ports)',
    'void-runs',
    'doubt-limits',
    'ports',
  ],
  hook: ['connect-hook', 'invite-people', 'report-event', 'start-run', 'ports'],
  impact: ['show-impact', 'impact-document'],
  mail: ['send-mails', 'signed-links', 'watch-mail', 'clear-recipient', 'ports'],
  notifications: [
    'notify',
    'read-routing',
    'due-mails',
    'acknowledge',
    'find-unheard',
    // An enforcement run raises alerts before it is known what was applied: it takes these steps one by one.
    'deliver-waiting',
    'write-mails',
    'ports',
  ],
  // What is asked has a file each; how an answer is put together is the room's own affair.
  queries: [
    'find-entries',
    'find-runs-cut-off',
    '(list|read|show)-[^/]+',
    'credits/((list|show|explain|preview|backtest)-[^/]+|budget-outlooks|visible-preview)',
    'snapshots/(read|share)-[^/]+',
    'documents/(alert|backtest|controls|explanation|held-plan|live|pool|run)-documents?',
  ],
  // A folder for each watcher that needs more than a file; other use cases of its records stand beside it.
  watchers: [
    'watch-[^/]+',
    'watcher-ports',
    '[^/]+/(watch|send|restore)-[^/]+',
    '[^/]+/ports',
    'sessions/list-sessions',
  ],
  requests: [
    'ask-for-credits',
    'decide-credits',
    'give-credits',
    'list-requests',
    'notify-requests',
    'request-document',
    'ports',
  ],
  runs: ['run-job', 'job', 'run-context', 'steps', 'lease-keeper', 'leased-ports', 'read-pages', 'ports'],
};

/** What each room of commands offers to the others; its commands are registered by the first, which loads the rest. */
const cliDoors: Readonly<Record<string, readonly string[]>> = {
  alerts: ['alert-commands'],
  backtest: ['backtest-commands'],
  budgets: ['budget-commands'],
  caps: ['cap-commands'],
  controls: ['controls-commands', 'exception-commands'],
  deployment: ['aws-endpoint', 'connect-to-deployment', 'open-deployment'],
  fleet: ['fleet-commands'],
  grants: ['grant-commands'],
  readiness: ['readiness-commands'],
  requests: ['request-commands'],
  // No commands of its own: what the commands of each kind of record have in common.
  records: [
    'make-edit',
    'export-file',
    'import-file',
    'record-options',
    'stored-commands',
    'stored-records',
    'valid-file',
  ],
  sessions: ['session-commands'],
  console: ['console-commands'],
  runs: ['run-commands', 'run-watcher', 'by-hand/(runs-by-hand|run-by-hand)'],
  settings: ['settings-commands'],
  doctor: ['doctor-commands'],
  status: ['status-commands'],
  suggest: ['suggest-commands'],
  teams: ['team-commands'],
};

/** What the tables offer: stores and the client. How an item is written is their own affair. */
const dynamoDoors = ['[^/]+/dynamo-[^/]+', 'calls/(create-dynamo|client-options)', 'items/ledger-chunk'];

interface Room {
  readonly name: string;
  readonly folder: string;
  readonly files: readonly string[];
}

const rooms: readonly Room[] = [
  ...Object.entries(doors).map(([name, files]) => ({ name, folder: `shared/application/${name}`, files })),
  { name: 'dynamo', folder: 'shared/adapters/dynamo', files: dynamoDoors },
  ...Object.entries(cliDoors).map(([name, files]) => ({ name: `cli-${name}`, folder: `cli/${name}`, files })),
];

const own = '^(shared|functions|infra|emulator|local|cli|test|bench|console)/';

/** The import rule of the house as an allow-list for dependency-cruiser. */
export const importRule: IConfiguration = {
  allowed: borders.flatMap(({ from, sees, npm, typesOf }) => [
    ...(sees.length === 0 ? [] : [{ from: { path: from }, to: { path: [...sees] } }]),
    ...(npm ? [{ from: { path: from }, to: { pathNot: own } }] : []),
    ...(typesOf === undefined
      ? []
      : [{ from: { path: from }, to: { path: [...typesOf], dependencyTypes: ['type-only' as const] } }]),
  ]),
  allowedSeverity: 'error',
  forbidden: [
    ...rooms.map(({ name, folder, files }) => ({
      name: `only-by-the-door-of-${name}`,
      severity: 'error' as const,
      from: { pathNot: `^(${folder}|test)/` },
      to: { path: `^${folder}/`, pathNot: `^${folder}/(${files.join('|')})\\.ts$` },
    })),
    {
      // What it makes is all that the writer of limits takes.
      name: 'only-the-sender-asks-for-permits',
      severity: 'error',
      from: {
        pathNot: '^(shared/permits/permitted-plan\\.ts$|test/|bench/)',
      },
      to: { path: '^shared/promise/permit\\.ts$', dependencyTypesNot: ['type-only'] },
    },
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
      // Commands run without a bundle where nothing is there that makes one.
      from: { path: '^(shared|functions|emulator|local|cli)/', pathNot: '^cli/bundle/bundle-command-line\\.ts$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    // What is taken as a text is no module of ours.
    doNotFollow: { path: ['node_modules', '^docs/'] },
    exclude: { path: '^console/dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { conditionNames: ['import', 'node', 'default', 'types'], exportsFields: ['exports'] },
  },
};
