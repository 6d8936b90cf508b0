/**
 * How long this process has worked on something, in milliseconds, and what came of it. What others do on the machine
 * counts less than by a clock: the time in which this process waits for its turn does not count at all.
 */
export async function withCpuTime<T>(
  work: () => T | Promise<T>,
): Promise<{ readonly result: T; readonly cpuMs: number }> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, cpuMs: (user + system) / 1_000 };
}
