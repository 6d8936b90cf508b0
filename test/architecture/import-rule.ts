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

/** A topic: a room of `shared/`, or of its kernel. */
const topic = '(?:kernel/)?[^/]+';
/** Files of a topic that are not pure, by their name or that of their folder; all others are. */
const kinds = [
  'contract',
  'ports',
  'use-cases',
  'store',
  'memory-store',
  'platform',
  'aws',
  'api',
  'job',
  'bounces-job',
] as const;
const ofKind = (...names: readonly (typeof kinds)[number][]) => `^shared/${topic}/(?:${names.join('|')})(?:/|\\.ts$)`;
const pure = `^shared/(?!(?:kernel/runtime|terminal|wiring)/|jobs\\.ts$)(?!${topic}/(?:${kinds.join('|')})(?:/|\\.ts$))`;
const runtime = '^shared/kernel/runtime/';
const known = [pure, ofKind('ports', 'use-cases', 'contract'), runtime];

/** What each folder may import; all else is refused. */
const borders: readonly Border[] = [
  { from: `${pure}(?!promise/)`, sees: [pure], npm: false },
  // The guard of the promise knows nothing of planning: docs/decisions/017-one-guard-for-the-promise.md.
  { from: '^shared/promise/', sees: ['^shared/promise/', '^shared/kernel/time/'], npm: false },
  // Address ranges and public suffixes are other people's standards: docs/decisions/005-packages-in-the-domain.md.
  { from: '^shared/coverage/', sees: ['(^|/)node_modules/(ipaddr\\.js|tldts)/'], npm: false },
  // So is the list of top-level domains, by which mail clients make links.
  { from: '^shared/mail/unlinked\\.ts$', sees: ['(^|/)node_modules/tlds/'], npm: false },
  // So is Parquet.
  { from: '^shared/exports/parquet\\.ts$', sees: ['(^|/)node_modules/hyparquet-writer/'], npm: false },
  // The one hash of the domain is the standard one: docs/decisions/008-sha-256-in-the-domain.md.
  { from: '^shared/kernel/sha256\\.ts$', sees: ['^(node:)?crypto$'], npm: false },
  { from: ofKind('ports'), sees: [pure, ofKind('ports')], npm: false },
  { from: ofKind('use-cases'), sees: [pure, ofKind('ports', 'use-cases')], npm: false },
  { from: ofKind('contract'), sees: [pure, ofKind('contract')], npm: true },
  // What the stores of jobs need of the tables is declared beside the ports.
  { from: '^shared/kernel/runs/contract/store-grants\\.ts$', sees: [ofKind('ports')], npm: false },
  { from: runtime, sees: known, npm: true },
  { from: ofKind('store', 'memory-store'), sees: [...known, ofKind('store', 'memory-store')], npm: true },
  { from: ofKind('platform'), sees: [...known, ofKind('platform')], npm: true },
  { from: `^shared/(${topic})/aws(?:/|\\.ts$)`, sees: [...known, '^shared/$1/aws(?:/|\\.ts$)'], npm: true },
  { from: '^shared/wiring/', sees: ['^shared/'], npm: true },
  // The admin API: the use cases behind rights and contracts.
  { from: ofKind('api'), sees: ['^shared/'], npm: true },
  {
    from: '^shared/terminal/',
    sees: ['^shared/(terminal|kernel/(texts|time))/'],
    npm: true,
  },
  // A topic's declaration of its job is data, and the list of the jobs too.
  { from: ofKind('job', 'bounces-job'), sees: [ofKind('contract'), '^shared/kernel/runs/run-id\\.ts$'], npm: false },
  { from: '^shared/jobs\\.ts$', sees: [pure, ofKind('contract', 'job', 'bounces-job')], npm: false },
  // A function names its job and the deployed wiring, and nothing else.
  { from: '^functions/[^/]+\\.ts$', sees: ['^shared/wiring/', ofKind('platform', 'aws')], npm: true },
  {
    from: '^infra/',
    sees: [
      ofKind('contract'),
      '^shared/kernel/runtime/child-environment\\.ts$',
      '^shared/jobs\\.ts$',
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
    sees: ['^shared/', '^emulator/start-emulator\\.ts$', '^console/sources\\.ts$', '^local/'],
    npm: true,
  },
  { from: '^cli/', sees: ['^shared/', '^local/', '^cli/'], npm: true },
  {
    from: '^bench/',
    sees: [
      '^(shared|emulator|local|bench)/',
      '^console/sources\\.ts$',
      '^infra/constructs/bundling/build-function\\.ts$',
    ],
    npm: true,
  },
  // The doctor tries what is to be deployed as well as what is.
  { from: '^cli/doctor/trial/', sees: ['^infra/(config|config-file|example-values|mail-identity)\\.ts$'], npm: true },
  // It compares policies with those that are deployed.
  {
    from: '^cli/doctor/deployment/',
    sees: ['^infra/(stack-names|table-writers)\\.ts$'],
    npm: true,
  },
  // The console knows of Curfew the admin API (which operations there are, and the types of what they answer), where it
  // is served, and the codecs of records with what reads and writes cells; further which letters hide others, what an
  // address is, which values are the same, how days are written, what a budget is called, what an entry of the journal
  // says, the kinds, order and count of alerts, and the rows of exports.
  {
    from: '^console/',
    sees: [
      '^console/',
      '^shared/kernel/contract/(?:operation-call|routes)\\.ts$',
      '^shared/kernel/contract/console-config\\.ts$',
      '^shared/kernel/texts/(amounts|credits|csv-cell|money|hidden-letters|look-alike|nearest-word|own-change|run-out|amount-state)\\.ts$',
      '^shared/budgets/(budget-title|scope)\\.ts$',
      '^shared/roster/email\\.ts$',
      '^shared/journal/describe-entry\\.ts$',
      '^shared/kernel/time/day\\.ts$',
      '^shared/notifications/(alert-order|no-admin|topics)\\.ts$',
      '^shared/exports/(export-kinds|export-range|export-refused|export-source|exported-rows|row-encoder)\\.ts$',
      // As a text: it goes with each export.
      '^docs/verify-export\\.mjs$',
      '^shared/kernel/records/contract/(record|fields/[^/]+)\\.ts$',
      '^shared/(budgets|teams|grants|computers)/contract/(budget|team|grant|fleet-entry)\\.ts$',
      '^shared/channels/contract/channel\\.ts$',
      '^shared/controls/contract/(announcement|control-exception)\\.ts$',
      '^shared/(sessions|readiness|requests)/contract/(session-policy|readiness-target|request-rule)\\.ts$',
      '^shared/kernel/records/same-value\\.ts$',
    ],
    npm: true,
    typesOf: [ofKind('contract'), '^shared/journal/journal-entry\\.ts$'],
  },
  { from: '^release/', sees: ['^release/'], npm: true },
  { from: '^test/', sees: ['^(shared|functions|infra|emulator|local|cli|bench|release|console|test)/'], npm: true },
  { from: '^curfew\\.config(\\.example)?\\.ts$', sees: ['^infra/config\\.ts$'], npm: false },
  { from: '^vitest\\.config\\.ts$', sees: ['^test/support/(?:long-files-first|suite-moment)\\.ts$'], npm: true },
  { from: '^[^/]+\\.ts$', sees: [], npm: true },
];

/** What the use cases of each topic offer to the rest of the project; the other files are their own affair. */
const doors: Readonly<Record<string, readonly string[]>> = {
  backtest: ['backtest-[^/]+'],
  computers: ['watch-computers', 'list-fleet'],
  controls: [
    'watch-controls',
    'watch-work',
    'decide-on-controls',
    'alerts/linked-alerts',
    // What stored revisions say: queries list them and compare them.
    'stored-revisions',
    // What a page of them takes is read and judged once in a process.
    'kept-contents',
    'kept-diff',
    'evaluated-revisions',
    'judge-revision',
    '(read|show)-[^/]+',
    'controls-documents',
  ],
  'controls/use-cases/history': ['collect-history', 'decide-history'],
  'controls/use-cases/reports': ['compose-controls-report'],
  digest: ['send-digest', 'read-digests'],
  enforcement: [
    'enforce-budgets',
    'enforcement-work',
    'decide-held-plan',
    // For the snapshot that queries explain: what a plan is made from.
    'collect/collect-tables',
    'void-runs',
    'doubt-limits',
    'held-plan-document',
    // Live runs send as enforcement runs do.
    '(send-batches|guard-plan|send-plan|raise-alerts)',
    'collect/(collect-last-known|read-platform)',
  ],
  evidence: [
    '(append-evidence|export-controls|read-head|record-evidence|verify-controls)',
    'anchors/(anchor-keeper|compare-anchors|may-sign|read-anchors)',
  ],
  explanation: ['explain-user', 'explanation-document', 'snapshots/(read|share)-[^/]+'],
  grants: ['edit-grants', '(preview-top-up|visible-preview)'],
  hook: ['connect-hook', 'invite-people', 'report-event', 'start-run', 'read-own-warnings'],
  impact: ['show-impact', 'impact-document'],
  'kernel/records': ['edit-record', 'import-records', 'followed-stores', 'guarded-stores', 'watch-edits'],
  'kernel/runs': [
    'run-job',
    'job',
    'lease-keeper',
    'read-pages',
    'list-runs',
    'find-runs-cut-off',
    'run-documents',
    'watcher-ports',
  ],
  ledger: ['show-[^/]+'],
  live: ['give-live', 'live-work', 'live-documents'],
  mail: ['send-mails', 'signed-links', 'watch-mail', 'clear-recipient'],
  notifications: [
    'notify',
    'read-routing',
    'due-mails',
    'acknowledge',
    'channel-alert',
    'mute-alerts',
    'find-unheard',
    // An enforcement run raises alerts before it is known what was applied: it takes these steps one by one.
    'deliver-waiting',
    'alert-document',
  ],
  pools: ['list-pools', 'pool-document'],
  readiness: ['watch-readiness', 'list-readiness'],
  requests: [
    'ask-for-credits',
    'decide-credits',
    'give-credits',
    'list-requests',
    'notify-requests',
    'read-standing',
    'request-document',
  ],
  sessions: ['watch-sessions', 'restore-session', 'walk-sessions'],
  status: ['read-status', 'next-step', 'status-document'],
};

/** What each room of commands offers to the others; its commands are registered by the first, which loads the rest. */
const cliDoors: Readonly<Record<string, readonly string[]>> = {
  alerts: ['alert-commands'],
  backtest: ['backtest-commands'],
  budgets: ['budget-commands', 'budget-rows'],
  caps: ['cap-commands'],
  controls: ['controls-commands', 'exception-commands'],
  deployment: ['aws-endpoint', 'connect-to-deployment', 'open-deployment'],
  fleet: ['fleet-commands'],
  grants: ['describe-ways', 'grant-commands'],
  readiness: ['readiness-commands'],
  requests: ['request-commands'],
  // No commands of its own: what the commands of each kind of record have in common.
  records: [
    'make-edit',
    'import-file',
    'limit-records',
    'record-commands',
    'record-options',
    'record-rows',
    'stored-records',
    'valid-file',
  ],
  sessions: ['session-commands'],
  console: ['console-commands'],
  runs: ['record-commands', 'run-commands', 'run-watcher', 'by-hand/(runs-by-hand|run-by-hand)'],
  settings: ['settings-commands'],
  doctor: ['doctor-commands'],
  status: ['describe-(live|status)', 'status-commands'],
  suggest: ['suggest-commands'],
  teams: ['team-commands'],
};

/** What the tables offer: stores and the client. How an item is written is their own affair. */
const tables = {
  name: 'tables',
  severity: 'error' as const,
  from: { pathNot: `${ofKind('store', 'memory-store')}|^test/` },
  to: {
    path: ofKind('store'),
    pathNot: '/(store|dynamo-[^/]+|create-dynamo|ledger-chunk|(immediate|memory)-[^/]+)\\.ts$',
  },
};

interface Room {
  readonly name: string;
  readonly folder: string;
  readonly files: readonly string[];
}

const rooms: readonly Room[] = [
  ...Object.entries(doors).map(([name, files]) => ({
    name,
    folder: `shared/${name.includes('/use-cases') ? name : `${name}/use-cases`}`,
    files,
  })),
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
    { ...tables, name: 'only-by-the-door-of-tables' },
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
    {
      // Commands read such files: by way of one that loads the CDK, their bundle would hold 55 MB of it.
      name: 'what-commands-read-of-infra-loads-no-cdk',
      severity: 'error',
      from: { path: '^infra/[^/]+\\.ts$', pathNot: '^infra/(app|build-stacks|release-data)\\.ts$' },
      to: {
        path: '(^|/)node_modules/(aws-cdk-lib|constructs)/|^infra/(constructs|stacks)/',
        dependencyTypesNot: ['type-only'],
      },
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
