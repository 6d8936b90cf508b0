/*
 * A day of a peer in a process of its own, so that the memory it takes is its own: prints one JSON document. Arguments:
 * `monitor DAY TELEMETRY ENGINE KEY EDITED…` (the emails whose policy is edited in the day), or
 * `tracker DAY PLATFORM FILE`.
 */
import { cpuSecondsSince, peakMb } from '../../measure/usage.ts';

const [who, day = '', ...rest] = process.argv.slice(2);
const work = who === 'monitor' ? await monitor(rest) : await tracker(rest);
const [startedMs, startedCpu] = [performance.now(), process.cpuUsage()];
const done = await work();
const seconds = (performance.now() - startedMs) / 1_000;
console.log(JSON.stringify({ ...done, seconds, cpuSeconds: cpuSecondsSince(startedCpu), peakMb: peakMb() }));

async function monitor([telemetryUrl = '', endpoint = '', accessKeyId = '', ...edited]: readonly string[]) {
  const { runMonitorDay } = await import('./quota-monitor.ts');
  return async () => runMonitorDay(day, telemetryUrl, { endpoint, accessKeyId }, edited);
}

async function tracker([platform = '', file = '']: readonly string[]) {
  const { runTrackerDay } = await import('./usage-tracker.ts');
  return async () => runTrackerDay(day, platform, file);
}
