// What the programs print, send, store and deploy, compared with what was recorded. Usage:
//   npm run golden [-- [record] [--only ORGANIZATION] [NAME...]]
// NAME: shows the whole difference of the items whose names begin so.
import { parseArgs } from 'node:util';

import { recordOutputs } from './outputs.ts';
import { differences, keepTexts, record, recordedHashes, recordedTexts, type Difference } from './recording.ts';
import { standStill } from './still-program.ts';
import { organizations, recordOrganization } from './story.ts';

/** A Tuesday in the middle of a working day. */
const moment = '2026-11-24T10:00:00Z';
const patchLinesMax = 40;
const lineCharsMax = 400;

const { values, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true });
const isRecording = positionals[0] === 'record';
const wanted = isRecording ? [] : positionals;
const played = organizations.filter((name) => values.only === undefined || name === values.only);
const isPlayed = (item: string): boolean =>
  !organizations.some((name) => !played.includes(name) && item.startsWith(`${name}/`));

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function shown({ name, kind, patch }: Difference): string {
  const isWhole = wanted.some((begin) => name.startsWith(begin));
  if (patch === undefined) {
    return `${kind}: ${name}`;
  }
  const lines = patch
    .trimEnd()
    .split('\n')
    .slice(3)
    .map((line) => line.slice(0, lineCharsMax));
  const rest =
    isWhole || lines.length <= patchLinesMax
      ? []
      : [`… ${lines.length - patchLinesMax} more lines: npm run golden -- '${name}'`];
  return [`${kind}: ${name}`, ...(isWhole ? lines : lines.slice(0, patchLinesMax)), ...rest, ''].join('\n');
}

const clock = standStill(Date.parse(moment));
const recording = new Map(await recordOutputs());
for (const name of played) {
  const startedMs = performance.now();
  clock.begin(Date.parse(moment));
  (await recordOrganization(name, clock)).forEach((text, item) => recording.set(item, text));
  process.stderr.write(`${name}: ${((performance.now() - startedMs) / 1_000).toFixed(0)} s\n`);
}

const recorded = recordedHashes();
const found = differences(recording, new Map([...recorded].filter(([name]) => isPlayed(name))), recordedTexts());
if (isRecording) {
  record(recording, isPlayed);
  say(`${recording.size} items recorded, ${found.length} of them other than before.`);
} else {
  found
    .filter(({ name }) => wanted.length === 0 || wanted.some((begin) => name.startsWith(begin)))
    .forEach((difference) => say(shown(difference)));
  if (found.length === 0) {
    keepTexts(recording);
  }
  say(`${recording.size} items, ${found.length} differ from what was recorded.`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
process.exit();
