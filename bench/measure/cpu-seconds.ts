/** Seconds of a processor since a reading of `process.cpuUsage()`, in all threads of this process. */
export function cpuSecondsSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000_000;
}
