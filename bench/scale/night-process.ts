import { runFloor } from './floor.ts';
import { runEnforcement } from './one-run.ts';

/*
 * A night, or its floor, in a process of its own, so that the memory it takes is its own: prints one JSON document.
 * Arguments: `night ADDRESS TODAY` or `floor ADDRESS TODAY CAPS`.
 */
const [what, url = '', today = '', caps = '0'] = process.argv.slice(2);
const figures =
  what === 'night' ? await runEnforcement(url, today) : { seconds: await runFloor(url, today, Number(caps)) };
// In kilobytes on every system that Node runs on.
const peakMb = process.resourceUsage().maxRSS / 1_024;
console.log(JSON.stringify({ ...figures, peakMb }));
