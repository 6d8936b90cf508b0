/** What a start should read, in bytes. */
export const startBytesWanted = 400_000;

/** How much longer a start should take than that of an empty handler, in milliseconds of a processor. */
export const startMsWanted = 60;

/** What a start of each function may read at most, in bytes, with little room: what is added by mistake shows. */
const startBytesMax: Readonly<Record<string, number>> = {
  bounces: 315_000,
  edits: 358_000,
  mails: 380_000,
  enforce: 428_000,
  live: 585_000,
  controls: 605_000,
  door: 533_000,
  digest: 361_000,
  requests: 378_000,
};

/** What a watcher of another kind may read at most. */
const startBytesOfWatcherMax = 457_000;

export function startBytesMaxOf(name: string): number {
  return startBytesMax[name] ?? startBytesOfWatcherMax;
}
