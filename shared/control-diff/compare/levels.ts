import { canonicalJson, isUnset, type Json, type JsonObject } from '../../controls/json.ts';
import { isTree, memberOf } from '../tree.ts';

/** Levels that a tool may require, the laxest first, ranked by their names. */
const ranks: ReadonlyMap<string, number> = new Map(
  [
    ['none', 'off', 'never', 'always-allow', 'allow', 'auto', 'unrestricted', 'bypass', 'yolo'],
    ['low', 'auto-low', 'lowest', 'minimal'],
    ['medium', 'auto-medium', 'normal', 'moderate'],
    ['high', 'auto-high', 'highest', 'strict', 'ask', 'always-ask', 'confirm', 'manual'],
    ['deny', 'denied', 'block', 'blocked', 'disabled', 'forbidden'],
  ].flatMap((names, rank) => names.map((name) => [name, rank] as const)),
);
const laxRankMax = 1;
const strictRankMin = 3;

export interface ServerLevels {
  readonly ofAll: Json | undefined;
  readonly ofTools: ReadonlyMap<string, Json>;
  readonly patterns: readonly string[];
  /** An object is a server's entry; otherwise it is the level of a single tool. */
  readonly isOfServer: boolean;
  readonly rest: string;
}

const allNames: readonly string[] = [
  '*',
  'defaultLevel',
  'default',
  'level',
  'autonomyLevel',
  'autonomy',
  'requiredLevel',
  'required',
];
const toolNames: ReadonlySet<string> = new Set(['tools', 'toolLevels', 'toolOverrides', 'overrides', 'perTool']);

/** Reads the entry of a server or of a single tool; `ignored` members are no tools. */
export function levelsIn(value: Json | undefined, ignored: readonly string[] = []): ServerLevels {
  if (!isTree(value)) {
    return { ofAll: isUnset(value) ? undefined : value, ofTools: new Map(), patterns: [], isOfServer: false, rest: '' };
  }
  const ofTools = new Map<string, Json>();
  const rest: [string, Json][] = [];
  let ofAll = allNames.map((name) => levelOf(memberOf(value, name))).find((level) => level !== undefined);
  for (const [key, member] of Object.entries(value).filter(
    ([name]) => !allNames.includes(name) && !ignored.includes(name),
  )) {
    const tools = toolNames.has(key) && isTree(member) ? Object.entries(member) : [[key, member] as const];
    for (const [tool, own] of tools) {
      const level = levelOf(own);
      if (level === undefined) {
        rest.push([tool, own]);
      } else if (allNames.includes(tool)) {
        ofAll = level;
      } else {
        ofTools.set(tool, level);
      }
    }
  }
  const patterns = [...ofTools.keys()].filter((name) => name.includes('*'));
  return {
    ofAll,
    ofTools,
    patterns: patterns.toSorted((a, b) => b.length - a.length).slice(0, patternsMax),
    isOfServer: true,
    rest: rest.length === 0 ? '' : canonicalJson(Object.fromEntries(rest) as JsonObject),
  };
}

const patternsMax = 200;

function levelOf(value: Json | undefined): Json | undefined {
  if (isTree(value)) {
    return allNames.map((name) => levelOf(memberOf(value, name))).find((level) => level !== undefined);
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

/** Returns a tool's required level: its own, that of the longest matching pattern, else the server's. */
export function levelOfTool({ ofAll, ofTools, patterns }: ServerLevels, tool: string): Json | undefined {
  const pattern = ofTools.has(tool) ? tool : (patterns.find((name) => matches(name, tool)) ?? '');
  return ofTools.get(pattern) ?? ofAll;
}

function matches(pattern: string, tool: string): boolean {
  const [start = '', ...others] = pattern.split('*');
  const end = others.at(-1) ?? '';
  return tool.length >= start.length + end.length && tool.startsWith(start) && tool.endsWith(end);
}

/** How a required level moved. `opened`: set to the laxest where none was; `left`: unset. */
export type Move = 'lowered' | 'raised' | 'left' | 'opened' | 'set-strict' | 'unclear' | 'same';

export function moveOf(before: Json | undefined, after: Json | undefined): Move {
  const [from, to] = [rankOf(before), rankOf(after)];
  if (isUnset(before) || isUnset(after)) {
    if (isUnset(after)) {
      return isUnset(before) ? 'same' : from !== undefined && from <= laxRankMax ? 'unclear' : 'left';
    }
    return to === undefined ? 'unclear' : to <= laxRankMax ? 'opened' : to >= strictRankMin ? 'set-strict' : 'unclear';
  }
  if (before === after) {
    return 'same';
  }
  return from === undefined || to === undefined || from === to ? 'unclear' : to < from ? 'lowered' : 'raised';
}

export function isLaxest(level: Json | undefined): boolean {
  const rank = rankOf(level);
  return rank !== undefined && rank <= laxRankMax;
}

function rankOf(value: Json | undefined): number | undefined {
  return typeof value === 'number'
    ? value
    : typeof value === 'string'
      ? ranks.get(value.trim().toLowerCase())
      : undefined;
}
