import type { Random } from '../random.ts';
import { splitInteger } from './split.ts';

type Weighted = readonly (readonly [string, number])[];

export interface NamedCount {
  readonly name: string;
  readonly count: number;
}

const TOOLS: Weighted = [
  ['Read', 30],
  ['Edit', 18],
  ['Execute', 16],
  ['Grep', 12],
  ['Glob', 6],
  ['LS', 5],
  ['Create', 4],
  ['TodoWrite', 4],
  ['WebSearch', 2],
  ['FetchUrl', 2],
  ['ApplyPatch', 1],
];

/** One server under two spellings, a documented anomaly ("Data notes"). */
const MCP_SERVERS: Weighted = [
  ['github', 8],
  ['GitHub', 3],
  ['linear', 5],
  ['Linear', 1],
  ['postgres', 3],
  ['figma', 2],
  ['browser', 2],
];
const SKILLS: Weighted = [
  ['code-review', 6],
  ['write-tests', 5],
  ['release-notes', 2],
  ['migrate-schema', 1],
];
const SLASH_COMMANDS: Weighted = [
  ['/review', 6],
  ['/compact', 4],
  ['/model', 3],
  ['/init', 1],
  ['/cost', 2],
];

/** platform-api.md, "Data notes": about 0.006% of tool-name entries contain parsing artifacts. */
const ARTIFACT_CHANCE = 0.00006;
const ARTIFACTS = ['Read</tool_name>', 'Edit\n<parameter name="path">', '"Execute', 'Grep\\u0000', 'functions.Read:0'];

/** Rarely a call has a badly parsed name. */
export function callsByTool(random: Random, total: number): readonly NamedCount[] {
  const artifacts = Math.min(total, poisson(random, total * ARTIFACT_CHANCE));
  const counts = countsOf(TOOLS, random, total - artifacts);
  const start = random.integer(0, ARTIFACTS.length - 1);
  return [...counts, ...artifactCounts(start, artifacts)];
}

function artifactCounts(start: number, artifacts: number): readonly NamedCount[] {
  const parts = splitInteger(
    artifacts,
    ARTIFACTS.map(() => 1),
  );
  return parts.flatMap((count, index) => {
    const name = ARTIFACTS[(start + index) % ARTIFACTS.length];
    return count === 0 || name === undefined ? [] : [{ name, count }];
  });
}

export function callsByServer(random: Random, total: number): readonly NamedCount[] {
  return countsOf(MCP_SERVERS, random, total);
}

export function callsBySkill(random: Random, total: number): readonly NamedCount[] {
  return countsOf(SKILLS, random, total);
}

export function callsByCommand(random: Random, total: number): readonly NamedCount[] {
  return countsOf(SLASH_COMMANDS, random, total);
}

function countsOf(names: Weighted, random: Random, total: number): readonly NamedCount[] {
  const parts = splitInteger(
    total,
    names.map(([, weight]) => weight * (0.7 + 0.6 * random.float())),
  );
  return names.flatMap(([name], index) => {
    const count = parts[index] ?? 0;
    return count === 0 ? [] : [{ name, count }];
  });
}

/** A Poisson draw: by inversion for small means, by its normal limit for large ones. */
function poisson(random: Random, mean: number): number {
  if (mean > 30) {
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * random.normal()));
  }
  let product = random.float();
  let count = 0;
  while (product > Math.exp(-mean)) {
    product *= random.float();
    count += 1;
  }
  return count;
}
