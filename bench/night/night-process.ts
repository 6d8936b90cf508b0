/*
 * A night, or its floor, in a process of its own, so that the memory it takes is its own: prints one JSON document.
 * Arguments: `night KIND TODAY PLATFORM ENGINE KEY CALLS [profiled]`, or `floor PLATFORM CALLS`, which makes the calls again that
 * the night wrote into that file and loads nothing else of a night.
 */
import { peakMb } from '../measure/usage.ts';
import { runFloor } from './recorded-calls.ts';

const [what, ...rest] = process.argv.slice(2);
const figures = what === 'night' ? await night(rest) : await floor(rest);
console.log(JSON.stringify({ ...figures, peakMb: peakMb() }));

async function night(args: readonly string[]): Promise<object> {
  const [kind = '', today = '', platform = '', endpoint = '', accessKeyId = '', callsFile = '', profiled] = args;
  const { runNight } = await import('./one-run.ts');
  return runNight({ kind, today, platform, endpoint, accessKeyId, callsFile, isProfiled: profiled === 'profiled' });
}

async function floor([platform = '', callsFile = '']: readonly string[]): Promise<object> {
  return runFloor(platform, callsFile);
}
