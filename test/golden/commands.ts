/** What the commands are made from: the answers of others, files, the moment. */
export interface Asking {
  /** The JSON document of a command. */
  readonly ask: (...args: readonly string[]) => Promise<unknown>;
  /** The path of a file, with a text where one is given. */
  readonly fileOf: (name: string, text?: string) => string;
  readonly nowMs: number;
}

type Commands = readonly (readonly string[])[];

/** Commands that the golden files leave out, each with its reason. */
export const leftOut: Readonly<Record<string, string>> = {
  console: 'a link to a page',
  restore: 'replaces the tables',
  'run live': 'asks for a setting of its own',
  'run exports': 'asks for a setting of its own',
  'hook install': 'writes into the settings of another program',
  'hook uninstall': 'writes into the settings of another program',
  'calendar url': 'makes a key',
  'calendar revoke': 'of an installation without any: none',
  'channels list': 'of an installation without any: none',
  'channels add': 'makes a key',
  'channels test': 'calls a receiver',
  'channels rm': 'of an installation without any: none',
};

const dayMs = 86_400_000;

/** Changes of everything that people edit, on what the demo's first night has left. */
export async function editingCommands({ ask, fileOf, nowMs }: Asking): Promise<Commands> {
  const [person = '', other = ''] = textsIn(await ask('caps'), 'email');
  const until = new Date(nowMs + 7 * dayMs).toISOString();
  const untilDay = until.slice(0, 10);
  const [alert = ''] = textsIn(await ask('alerts', 'list'), 'id');
  const csv = fileOf('import.csv', `scope,window,amount\nuser:${person},week,90000\n`);
  return [
    ['budgets', 'set', `user:${person}`, 'month', '500k', '--note', 'a trial', '--yes'],
    ['budgets', 'import', csv, '--yes'],
    ['budgets', 'rm', `user:${person}`, 'week', '--yes'],
    ['teams', 'set', 'lab', '--member', person, '--yes'],
    ['teams', 'import', fileOf('teams.csv', `team,member\npilots,${other}\n`), '--yes'],
    ['teams', 'rm', 'pilots', '--yes'],
    ['topup', 'add', person, '100', '--reason', 'a release', '--yes'],
    ['topup', 'add', other, '100', '--reason', 'a mistake', '--yes'],
    ['topup', 'move', '--from', other, '--to', person, '--credits', '10', '--reason', 'a release', '--yes'],
    ['topup', 'end', 'none', '--yes'],
    ['exempt', 'add', other, '--until', untilDay, '--reason', 'a release', '--yes'],
    ['exempt', 'end', person, '--yes'],
    ['fleet', 'set', 'builder-[1-2]'],
    ['fleet', 'import', fileOf('fleet.csv', 'name\nbuilder-3\n'), '--yes'],
    ['fleet', 'rm', 'builder-3'],
    ['readiness', 'targets', 'set', 'readme', 'acme/*', '--by', untilDay],
    [
      'readiness',
      'targets',
      'import',
      fileOf('targets.csv', `criterion,repository,by\nlint_config,acme/web,${untilDay}\n`),
      '--yes',
    ],
    ['readiness', 'targets', 'rm', 'lint_config', 'acme/web'],
    ['requests', 'rules', 'set', 'small', '--credits-max', '10k', '--person-month-max', '20k'],
    ['requests', 'rules', 'set', 'smaller', '--credits-max', '1k', '--person-month-max', '2k'],
    ['requests', 'rules', 'import', fileOf('rules.csv', 'rule,creditsMax,personMonthMax\ntiny,10,20\n'), '--yes'],
    ['requests', 'rules', 'rm', 'smaller'],
    ['requests', 'approve', '2026-11-000000000000'],
    ['requests', 'deny', '2026-11-000000000000', '--reason', 'not now'],
    ['hook', 'connect'],
    ['hook', 'test'],
    ['hook', 'invite', person],
    ['hook', 'tokens', 'revoke', '000000000000'],
    ['sessions', 'policies', 'set', 'runaways', '--findings', 'over-ceiling', '--actions', 'tag'],
    [
      'sessions',
      'policies',
      'import',
      fileOf('policies.csv', 'policy,findings,actions\nstray,running-long,archive\n'),
      '--yes',
    ],
    ['sessions', 'policies', 'rm', 'stray'],
    ['sessions', 'restore', 'none'],
    [
      'exceptions',
      'add',
      'sandbox.enabled',
      '--owner',
      'lead@acme.example',
      '--ticket',
      'T-1',
      '--reason',
      'x',
      '--until',
      until,
    ],
    ['exceptions', 'end', 'none'],
    ['controls', 'announce', 'sandbox.enabled', '--ticket', 'T-2', '--until', until],
    ['controls', 'announcements', 'end', 'none'],
    ['controls', 'ack', '1', '--reason', 'seen'],
    ['controls', 'baseline', 'approve', '1'],
    ['alerts', 'ack', alert, '--reason', 'seen'],
    ['alerts', 'unreachable', 'clear', person],
    ['alerts', 'snooze', alert, '--until', untilDay, '--reason', 'fixed soon'],
    ['alerts', 'mute', 'computer-unlisted', '--until', untilDay, '--reason', 'known'],
    ['alerts', 'unmute', 'none'],
    ['settings', 'init'],
    ['settings', 'set', 'rereadDays', '4'],
    ['runs', 'void', 'none'],
    ['approve', 'none'],
    ['reject', 'none'],
    ['apply'],
    // Stops so many people that a guard holds the plan of the next run.
    ['budgets', 'set', 'default', 'month', '1k', '--yes'],
  ];
}

/** Every command that reads. */
export async function readingCommands({ ask, fileOf, nowMs }: Asking): Promise<Commands> {
  const [person = ''] = textsIn(await ask('caps'), 'email');
  const [team = ''] = textsIn(await ask('teams', 'list'), 'team');
  const first = async (field: string, ...args: readonly string[]) => textsIn(await ask(...args), field)[0] ?? 'none';
  const plan = await first('plan', 'plans', 'list');
  const [weekAgo = '', yesterday = '', today = ''] = [7, 1, 0].map((days) =>
    new Date(nowMs - days * dayMs).toISOString().slice(0, 10),
  );
  const days = ['--from', weekAgo, '--through', today];
  const before = fileOf('before.json', '{"sandbox":{"enabled":true}}');
  const after = fileOf('after.json', '{"sandbox":{"enabled":false},"zeroDataRetention":false}');
  const budgets = fileOf('edited.csv', `scope,window,amount\nuser:${person},month,100\norg,month,1k\n`);
  const exported = ['budgets', 'teams', 'fleet'].map((kind) => [kind, 'export', fileOf(`${kind}.csv`)]);
  const lists = ['sessions policies', 'readiness targets', 'requests rules'].map((kind) => kind.split(' '));
  return [
    ['status'],
    ['pools'],
    ['pools', team],
    ['forecast'],
    ['metrics'],
    ['calendar'],
    ['plan'],
    ['plan', '--budgets', budgets],
    ['plan', 'show', plan],
    ['plans', 'list'],
    ['plans', 'show', plan],
    ['budgets', 'list'],
    ['budgets', 'show', 'default'],
    ['budgets', 'history'],
    ['budgets', 'validate', budgets],
    ['budgets', 'import', budgets, '--dry-run'],
    ['budgets', 'set', 'org', 'month', '1k', '--dry-run'],
    ['teams', 'list'],
    ['teams', 'show', team],
    ['teams', 'history'],
    ['teams', 'validate', fileOf('teams-read.csv', `team,member\nlab,${person}\n`)],
    ...exported,
    ['topup', 'list'],
    ['topup', 'history'],
    ['exempt', 'list'],
    ['exempt', 'history'],
    ['fleet', 'list'],
    ['fleet', 'show', await first('name', 'fleet', 'list')],
    ['fleet', 'plan'],
    ['fleet', 'apply', 'none'],
    ['fleet', 'history'],
    ['fleet', 'validate', fileOf('fleet-read.csv', 'name\nbuilder-3\n')],
    ['readiness', 'list'],
    ['readiness', 'show', await first('repository', 'readiness', 'list')],
    ['readiness', 'regressions'],
    ...lists.flatMap((kind) => [
      [...kind, 'list'],
      [...kind, 'history'],
      [...kind, 'export', fileOf(`${kind.join('-')}.yaml`)],
      [...kind, 'validate', budgets],
    ]),
    ['requests', 'list', '--all'],
    ['requests', 'show', '2026-11-000000000000'],
    ['hook', 'tokens', 'list', '--all'],
    ['alerts', 'list'],
    ['alerts', 'list', '--all'],
    ['alerts', 'mutes'],
    ['alerts', 'unreachable', 'list'],
    ['caps'],
    ['caps', person],
    ['explain', person],
    ['usage'],
    ['usage', person],
    ['export', 'budgets'],
    ['export', 'usage', '--from', weekAgo, '--to', yesterday, '--format', 'focus'],
    ['export', 'limits'],
    ['export', 'alerts', '--format', 'json'],
    ['export', 'journal', '--from', weekAgo, '--to', yesterday],
    ['runs', 'list'],
    ['runs', 'show', await first('run', 'runs', 'list')],
    ['digest', 'list'],
    ['digest', 'show', await first('dueOn', 'digest', 'list')],
    ['journal'],
    ['journal', ...days],
    ['backtest', '--pool', '5M', '--window', 'month'],
    ['suggest', '--by-team'],
    ['sessions', 'list', '--all'],
    ['sessions', 'show', await first('session', 'sessions', 'list', '--all')],
    ['sessions', 'costs', '--all'],
    ['controls', 'list'],
    ['controls', 'show', '1'],
    ['controls', 'diff', before, after],
    ['controls', 'check', after],
    ['controls', 'score'],
    ['controls', 'baseline', 'show'],
    ['controls', 'announcements', 'list', '--all'],
    ['controls', 'verify'],
    ['exceptions', 'list'],
    ['settings', 'show'],
    ['settings', 'history'],
    ['settings', 'validate'],
    ['doctor'],
    ['controls', 'export', '--from', '2026-01-01', '--to', '2030-01-01', '--out', fileOf('evidence')],
  ];
}

/** The commands of which an item is recorded, of those that there are. */
export function namesIn(recorded: string, names: readonly string[]): ReadonlySet<string> {
  return new Set(names.filter((name) => new RegExp(`/(?:run|edit|json)/${name}(?: |$)`, 'mu').test(recorded)));
}

/** Every text that a document holds under a field, in its order. */
function textsIn(document: unknown, field: string): readonly string[] {
  if (Array.isArray(document)) {
    return document.flatMap((each) => textsIn(each, field));
  }
  if (typeof document !== 'object' || document === null) {
    return [];
  }
  return Object.entries(document).flatMap(([key, value]) =>
    key === field && (typeof value === 'string' || typeof value === 'number') ? [String(value)] : textsIn(value, field),
  );
}
