import { runFloor } from './floor.ts';
import { runNight } from './one-run.ts';

/*
 * A night, or its floor, in a process of its own, so that the memory it takes is its own: prints one JSON document.
 * Arguments: `night KIND TODAY PLATFORM ENGINE KEY`, or `floor PLATFORM`, which reads what the platform was asked last.
 */
const [what, ...rest] = process.argv.slice(2);
const [kind = '', today = '', platform = '', endpoint = '', accessKeyId = ''] = rest;
const figures =
  what === 'night' ? await runNight({ kind, today, platform, endpoint, accessKeyId }) : await runFloor(kind);
// In kilobytes on every system that Node runs on.
const peakMb = process.resourceUsage().maxRSS / 1_024;
console.log(JSON.stringify({ ...figures, peakMb }));
