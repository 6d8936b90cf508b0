import { DAY_MS, HISTORY_START_DAY } from '../clock.ts';
import { randomHex, randomUuid, type Random, randomOf } from '../random.ts';
import { MODELS } from '../usage/habits.ts';
import { type Repository, repoUrlOf } from './repositories.ts';

/** platform-api.md, "Criterion evaluation". */
type Evaluation = { readonly numerator: number; readonly denominator: number; readonly rationale: string };

/** platform-api.md, "Readiness report". `createdAt` is in Unix ms. */
export type ReadinessReport = {
  readonly reportId: string;
  readonly createdAt: number;
  readonly repoUrl: string;
  readonly apps: Readonly<Record<string, { readonly description: string }>>;
  readonly report: Readonly<Record<string, Evaluation>>;
  readonly commitHash?: string;
  readonly branch?: string;
  readonly hasLocalChanges?: boolean;
  readonly hasNonRemoteCommits?: boolean;
  readonly modelUsed?: { readonly id: string; readonly reasoningEffort: 'low' | 'medium' | 'high' | 'off' };
  readonly agentVersion?: string;
};

/** A later client version adds a criterion, and an even later one drops another. */
const addedAt = 14;
const droppedAt = 18;
const droppedCriterion = 'dead_code_detection';

function laterCriterion(index: number): ReadinessReport['report'] {
  const numerator = index === addedAt ? 0 : 1;
  const rationale = `A bill of materials is published: ${numerator === 1 ? 'everywhere' : 'in 0 of 1'}.`;
  return index < addedAt ? {} : { bill_of_materials: { numerator, denominator: 1, rationale } };
}

/** The main branch's state: passing applications by criterion id. */
type Passing = ReadonlyMap<string, number>;

/** A new application joins from this report on, counted from 0. */
const appJoinsAt = 6;
/** `unit_tests_runnable` breaks in this report of each repository, and is repaired some reports later. */
const regressionAt = 4;
const repairAt = 7;

/** A repository's endless reports, oldest first. Deterministic. */
export function* reportsOf(seed: number, repository: Repository): Generator<ReadinessReport, never> {
  const random = randomOf(seed, 'readiness', repository.repoId);
  let passing: Passing = new Map();
  let createdAt = HISTORY_START_DAY * DAY_MS + random.integer(8 * 3_600, 18 * 3_600) * 1_000;
  for (let index = 0; ; index += 1) {
    const appCount = appCountAt(repository, index);
    passing = nextPassing(passing, { random, index, appCount });
    yield reportOf(repository, { random, index, createdAt, passing });
    createdAt += Math.round(repository.reportEveryDays * DAY_MS * (0.6 + 0.8 * random.float()));
  }
}

function appCountAt({ apps }: Repository, index: number): number {
  return apps.length > 1 && index < appJoinsAt ? apps.length - 1 : apps.length;
}

/** One report's changes: mostly better, sometimes worse, and one scripted, repaired regression. */
function nextPassing(
  before: Passing,
  { random, index, appCount }: { readonly random: Random; readonly index: number; readonly appCount: number },
): Passing {
  return new Map(
    criteria.map(({ id, per }) => {
      const denominator = per === 'app' ? appCount : 1;
      const former = before.get(id) ?? random.integer(0, denominator);
      return [id, scripted(id, index, denominator) ?? bounded(former + drift(random), denominator)];
    }),
  );
}

function scripted(id: string, index: number, denominator: number): number | undefined {
  if (id !== 'unit_tests_runnable') {
    return undefined;
  }
  return index >= regressionAt && index < repairAt ? denominator - 1 : denominator;
}

function drift(random: Random): number {
  const draw = random.float();
  if (draw < 0.06) {
    return 1;
  }
  return draw < 0.085 ? -1 : 0;
}

function bounded(value: number, max: number): number {
  return Math.min(max, Math.max(0, value));
}

function reportOf(
  repository: Repository,
  {
    random,
    index,
    createdAt,
    passing,
  }: { readonly random: Random; readonly index: number; readonly createdAt: number; readonly passing: Passing },
): ReadinessReport {
  const apps = repository.apps.slice(0, appCountAt(repository, index));
  const dirty = random.chance(0.1);
  return {
    reportId: randomUuid(random),
    createdAt,
    repoUrl: repoUrlOf(repository),
    apps: Object.fromEntries(apps.map(([path, description]) => [path, { description }])),
    report: { ...evaluations(passing, apps.length, { dirty, index }), ...laterCriterion(index) },
    ...(random.chance(0.97) ? { commitHash: randomHex(random, 40) } : {}),
    // Early scripted reports are of the main branch, so that a regression shows on one branch.
    branch: index > repairAt && random.chance(0.15) ? `feature/readiness-${index}` : 'main',
    hasLocalChanges: dirty,
    ...(random.chance(0.9) ? { hasNonRemoteCommits: random.chance(0.08) } : {}),
    ...modelAndVersion(random, index),
  };
}

/** Uncommitted work is often half done: such a report may fail what its branch passes. */
function evaluations(
  passing: Passing,
  appCount: number,
  { dirty, index }: { readonly dirty: boolean; readonly index: number },
): ReadinessReport['report'] {
  const known = criteria.filter(({ id }) => index < droppedAt || id !== droppedCriterion);
  return Object.fromEntries(
    known.map(({ id, per, subject }): [string, Evaluation] => {
      const denominator = per === 'app' ? appCount : 1;
      const broken = dirty && id === 'type_check' ? 1 : 0;
      const numerator = bounded((passing.get(id) ?? 0) - broken, denominator);
      const verdict = numerator === denominator ? 'everywhere' : `in ${numerator} of ${denominator}`;
      return [id, { numerator, denominator, rationale: `${subject}: ${verdict}.` }];
    }),
  );
}

/** The model changes every tenth report, the client's version every third; very old clients name neither. */
function modelAndVersion(random: Random, index: number): Pick<ReadinessReport, 'modelUsed' | 'agentVersion'> {
  if (index === 0) {
    return {};
  }
  const model = MODELS[Math.floor(index / 10) % MODELS.length] ?? random.pick(MODELS);
  const reasoningEffort = model.tier === 'thinking' ? random.pick(['low', 'medium', 'high'] as const) : 'off';
  return {
    modelUsed: { id: model.id, reasoningEffort },
    agentVersion: `0.${40 + Math.floor(index / 3)}.0`,
  };
}

/** Evaluated per application, or per repository. */
type Criterion = { readonly id: string; readonly per: 'app' | 'repository'; readonly subject: string };

/** The emulator's criteria; the document names none. */
const criteria: readonly Criterion[] = [
  { id: 'lint_config', per: 'app', subject: 'A linter is configured' },
  { id: 'type_check', per: 'app', subject: 'Types are checked strictly' },
  { id: 'formatter', per: 'app', subject: 'A formatter is configured' },
  { id: 'unit_tests_exist', per: 'app', subject: 'Unit tests exist' },
  { id: 'unit_tests_runnable', per: 'app', subject: 'Unit tests run with one command' },
  { id: 'integration_tests_exist', per: 'app', subject: 'Integration tests exist' },
  { id: 'test_coverage_thresholds', per: 'app', subject: 'Coverage has a threshold' },
  { id: 'build_cmd_doc', per: 'app', subject: 'The build command is documented' },
  { id: 'structured_logging', per: 'app', subject: 'Logs are structured' },
  { id: 'error_tracking', per: 'app', subject: 'Errors are tracked' },
  { id: 'dead_code_detection', per: 'app', subject: 'Dead code is found by a tool' },
  { id: 'agents_md', per: 'repository', subject: 'A guide for agents is present' },
  { id: 'readme', per: 'repository', subject: 'The readme explains the set-up' },
  { id: 'devcontainer', per: 'repository', subject: 'A development container is defined' },
  { id: 'env_template', per: 'repository', subject: 'Environment variables have a template' },
  { id: 'pre_commit_hooks', per: 'repository', subject: 'Hooks check before a commit' },
  { id: 'branch_protection', per: 'repository', subject: 'The main branch is protected' },
  { id: 'codeowners', per: 'repository', subject: 'Code has owners' },
  { id: 'dependency_update_automation', per: 'repository', subject: 'Dependencies are updated automatically' },
  { id: 'secret_scanning', per: 'repository', subject: 'Secrets are scanned for' },
];
