import type { Command } from 'commander';

import { curfewProgram } from '../../cli/frame/program.ts';

const dayMs = 86_400_000;

interface CommandFiles {
  /** A folder for what is exported. */
  readonly out: string;
  /** Files of settings. */
  readonly before: string;
  readonly after: string;
}

/**
 * A command line of every command but `run`, for an installation with a team `lab`, a user ann@acme.example and runs of
 * 15 March 2026.
 */
export function everyCommand({ out, before, after }: CommandFiles): readonly (readonly string[])[] {
  const asOf = ['--at', '2026-03-15T05:00:00Z'] as const;
  const days = ['--until', new Date(Date.now() + 7 * dayMs).toISOString()] as const;
  return [
    ['status', ...asOf],
    ['pools', ...asOf],
    ['pools', 'lab', ...asOf],
    ['forecast', ...asOf],
    ['plan', ...asOf],
    ['apply', ...asOf],
    ['approve', 'none'],
    ['reject', 'none'],
    ['plan', 'show', 'none'],
    ['restore', `${out}/none.sqlite`, '--yes'],
    ['plans', 'list'],
    ['plans', 'show', 'none'],
    ['budgets', 'list'],
    ['budgets', 'show', 'default'],
    ['budgets', 'set', 'user:ann@acme.example', 'month', '500', '--yes'],
    ['budgets', 'history'],
    ['budgets', 'export', `${out}/budgets.csv`],
    ['budgets', 'validate', `${out}/budgets.csv`],
    ['plan', '--budgets', `${out}/budgets.csv`, ...asOf],
    ['budgets', 'import', `${out}/budgets.csv`, '--yes'],
    ['budgets', 'rm', 'user:ann@acme.example', 'month', '--yes'],
    ['teams', 'list'],
    ['teams', 'show', 'lab'],
    ['teams', 'set', 'lab', '--member', 'metadata.dept=lab', '--yes'],
    ['teams', 'history'],
    ['teams', 'export', `${out}/teams.csv`],
    ['teams', 'validate', `${out}/teams.csv`],
    ['teams', 'import', `${out}/teams.csv`, '--yes'],
    ['topup', 'add', 'ann@acme.example', '100', '--reason', 'a release', '--yes'],
    ['topup', 'list'],
    ['topup', 'history'],
    ['topup', 'end', 'none', '--yes'],
    ['exempt', 'add', 'ann@acme.example', '--until', '2030-01-01', '--reason', 'a release', '--yes'],
    ['exempt', 'list'],
    ['exempt', 'end', 'ann@acme.example', '--yes'],
    ['exempt', 'history'],
    ['fleet', 'set', 'builder-[1-2]'],
    ['fleet', 'list', ...asOf],
    ['fleet', 'show', 'builder-1', ...asOf],
    ['fleet', 'plan', ...asOf],
    ['fleet', 'apply', 'none', ...asOf],
    ['fleet', 'export', `${out}/fleet.csv`],
    ['fleet', 'validate', `${out}/fleet.csv`],
    ['fleet', 'validate', `${out}/fleet.csv`],
    ['fleet', 'import', `${out}/fleet.csv`, '--yes'],
    ['fleet', 'history'],
    ['fleet', 'rm', 'builder-[1-2]'],
    ['readiness', 'list', ...asOf],
    ['readiness', 'show', 'none'],
    ['readiness', 'regressions', ...asOf],
    ['readiness', 'targets', 'set', 'tests', 'acme/*', '--by', '2026-04-01'],
    ['readiness', 'targets', 'list', ...asOf],
    ['readiness', 'targets', 'export', `${out}/targets.yaml`],
    ['readiness', 'targets', 'validate', `${out}/targets.yaml`],
    ['readiness', 'targets', 'import', `${out}/targets.yaml`, '--yes'],
    ['readiness', 'targets', 'history'],
    ['readiness', 'targets', 'rm', 'tests', 'acme/*'],
    ['requests', 'list', '--all', ...asOf],
    ['requests', 'show', '2026-03-000000000000'],
    ['requests', 'approve', '2026-03-000000000000'],
    ['requests', 'deny', '2026-03-000000000000', '--reason', 'not now'],
    ['requests', 'rules', 'set', 'small', '--credits-max', '10k', '--person-month-max', '20k'],
    ['requests', 'rules', 'list'],
    ['requests', 'rules', 'export', `${out}/rules.yaml`],
    ['requests', 'rules', 'validate', `${out}/rules.yaml`],
    ['requests', 'rules', 'import', `${out}/rules.yaml`, '--yes'],
    ['requests', 'rules', 'history'],
    ['requests', 'rules', 'rm', 'small'],
    ['hook', 'install', '--file', `${out}/hooks.json`],
    ['hook', 'uninstall', '--file', `${out}/hooks.json`],
    ['hook', 'connect'],
    ['hook', 'test'],
    ['hook', 'invite', 'ann@acme.example'],
    ['hook', 'tokens', 'list', '--all'],
    ['hook', 'tokens', 'revoke', '000000000000'],
    ['alerts', 'list', '--all'],
    ['alerts', 'ack', 'none', '--reason', 'seen'],
    ['alerts', 'unreachable', 'list'],
    ['alerts', 'unreachable', 'clear', 'ann@acme.example'],
    ['caps', ...asOf],
    ['explain', 'ann@acme.example', ...asOf],
    ['usage', ...asOf],
    ['runs', 'list'],
    ['runs', 'show', 'enforce-2026-03-15T02:30:00.000Z-nightly'],
    ['runs', 'void', '2030-01-01T00:00:00.000Z', '--reason', 'the clock was ahead'],
    ['digest', 'list'],
    ['digest', 'show', '2026-03-16'],
    ['journal'],
    ['journal', '--from', '2026-03-10', '--through', '2026-03-20'],
    ['backtest', '--pool', '5000', '--window', 'month'],
    ['suggest', ...asOf],
    ['controls', 'list'],
    ['controls', 'show', '3'],
    ['controls', 'diff', before, after],
    ['controls', 'check', after],
    ['controls', 'score'],
    ['controls', 'score', after],
    ['controls', 'ack', '3', '--reason', 'seen'],
    ['controls', 'baseline', 'approve', before],
    ['controls', 'baseline', 'show'],
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
      ...days,
    ],
    ['controls', 'announce', 'sandbox.enabled', '--ticket', 'T-1', ...days],
    ['controls', 'announcements', 'list', '--all'],
    ['controls', 'announcements', 'end', 'none'],
    ['exceptions', 'list'],
    ['exceptions', 'end', 'none'],
    ['controls', 'verify'],
    ['controls', 'export', '--from', '2026-01-01', '--to', '2030-01-01', '--out', out],
    ['teams', 'rm', 'lab'],
    ['settings', 'init'],
    ['settings', 'set', 'rereadDays', '3'],
    ['settings', 'show'],
    ['settings', 'validate'],
    ['settings', 'history'],
    ['sessions', 'list', '--all'],
    ['sessions', 'show', 'none'],
    ['sessions', 'costs', '--all'],
    ['sessions', 'restore', 'none'],
    ['sessions', 'policies', 'set', 'runaways', '--findings', 'over-ceiling', '--actions', 'tag'],
    ['sessions', 'policies', 'list'],
    ['sessions', 'policies', 'history'],
    ['sessions', 'policies', 'export', `${out}/policies.csv`],
    ['sessions', 'policies', 'validate', `${out}/policies.csv`],
    ['sessions', 'policies', 'import', `${out}/policies.csv`, '--yes'],
    ['sessions', 'policies', 'rm', 'runaways'],
    ['fleet', 'set', 'lab-[1-2]', '--provider', 'e2b'],
    ['fleet', 'list'],
    ['fleet', 'show', 'lab-1'],
    ['fleet', 'plan'],
    ['fleet', 'apply', 'lab-1'],
    ['fleet', 'history'],
    ['fleet', 'export', `${out}/fleet.csv`],
    ['fleet', 'validate', `${out}/fleet.csv`],
    ['fleet', 'import', `${out}/fleet.csv`, '--yes'],
    ['fleet', 'rm', 'lab-[1-2]'],
    ['readiness', 'list'],
    ['readiness', 'show', 'acme/web'],
    ['readiness', 'regressions'],
    ['readiness', 'targets', 'set', 'unit_tests_exist', 'acme/web', '--by', '2030-01-01'],
    ['readiness', 'targets', 'list'],
    ['readiness', 'targets', 'history'],
    ['readiness', 'targets', 'export', `${out}/targets.csv`],
    ['readiness', 'targets', 'validate', `${out}/targets.csv`],
    ['readiness', 'targets', 'import', `${out}/targets.csv`, '--yes'],
    ['readiness', 'targets', 'rm', 'unit_tests_exist', 'acme/web'],
    ['doctor'],
    ['console'],
  ];
}

/** The names of all commands that can be given, but for `completion`. */
export async function commandNames(): Promise<readonly string[]> {
  const nothing = async (): Promise<void> => {};
  const program = await curfewProgram(
    { run: nothing, runBeginning: nothing },
    { writeOut: () => {}, writeError: () => {} },
  );
  return leavesOf(program).filter((name) => name !== 'completion');
}

function leavesOf(command: Command, path: readonly string[] = []): readonly string[] {
  return command.commands.length === 0
    ? [path.join(' ')]
    : command.commands.flatMap((child) => leavesOf(child, [...path, child.name()]));
}
