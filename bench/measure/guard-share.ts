import { readFileSync } from 'node:fs';
import { Session, type Profiler } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';

/** Where the guard of the promise is: itself, and what makes its facts. */
const guardFolders = ['shared/promise/', 'shared/permits/'];

/** Sampling interval of the stack, in microseconds. */
const intervalUs = 1_000;

/**
 * Does some work, and finds the share of the guard of the promise in what it takes of the thread: how often the stack
 * held a frame of its files, of all times that the thread was not idle.
 */
export async function withGuardShare<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly share: number }> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: intervalUs });
  await session.post('Profiler.start');
  const result = await work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  return { result, share: guardShareIn(profile) };
}

function guardShareIn({ nodes, samples = [] }: Profiler.Profile): number {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const sources = new Map<string, readonly string[]>();
  const isInGuard = new Map<number, boolean>();
  const isGuard = (id: number): boolean => {
    const known = isInGuard.get(id);
    if (known !== undefined) {
      return known;
    }
    const [node, parent] = [byId.get(id), parents.get(id)];
    const own = node !== undefined && guardFolders.some((folder) => sourceOf(node.callFrame, sources).includes(folder));
    const found = own || (parent !== undefined && isGuard(parent));
    isInGuard.set(id, found);
    return found;
  };
  const busy = samples.filter((id) => !['(idle)', '(program)'].includes(byId.get(id)?.callFrame.functionName ?? ''));
  return busy.filter(isGuard).length / Math.max(1, busy.length);
}

/** The file of a frame; of a bundle, the file that the nearest line above names as its own. */
function sourceOf(
  { url, lineNumber }: Profiler.ProfileNode['callFrame'],
  sources: Map<string, readonly string[]>,
): string {
  if (!url.endsWith('.mjs') || url.includes('/node_modules/') === false) {
    return url;
  }
  const lines = sources.get(url) ?? namedLines(url);
  sources.set(url, lines);
  return lines[lineNumber] ?? url;
}

function namedLines(url: string): readonly string[] {
  let source = url;
  return readFileSync(fileURLToPath(url), 'utf8')
    .split('\n')
    .map((line) => {
      source = /^\/\/ (\S+\.[mc]?[tj]s)$/u.exec(line)?.[1] ?? source;
      return source;
    });
}
