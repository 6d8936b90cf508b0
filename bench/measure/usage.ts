/** Seconds of a processor since a reading of `process.cpuUsage()`, in all threads of this process. */
export function cpuSecondsSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000_000;
}

/** What this process has had of memory, in megabytes. */
export function peakMb(): number {
  // In kilobytes on every system that Node runs on.
  return process.resourceUsage().maxRSS / 1_024;
}
