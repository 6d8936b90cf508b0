import { cpuSecondsSince } from '../measure/cpu-seconds.ts';
import { recordedCalls } from './recorded-calls.ts';

const headers = { authorization: 'Bearer owner-key', 'content-type': 'application/json' };

/** What the same calls take with nothing in between. */
interface FloorFigures {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly calls: number;
}

/**
 * What nothing can go under that makes the calls of a night: the very same ones with the very same bodies, one after
 * the other, so that the platform is left as the night left it. Answers are parsed and thrown away. Each page waits for
 * the one before, as it did in the night: its cursor stands there.
 */
export async function runFloor(url: string, callsFile: string): Promise<FloorFigures> {
  let calls = 0;
  const startedMs = performance.now();
  const startedCpu = process.cpuUsage();
  for await (const { method, path, body } of recordedCalls(callsFile)) {
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) });
    if (!answer.ok) {
      throw new Error(`${answer.status} from ${path}`);
    }
    await answer.json();
    calls += 1;
  }
  return { seconds: (performance.now() - startedMs) / 1_000, cpuSeconds: cpuSecondsSince(startedCpu), calls };
}
