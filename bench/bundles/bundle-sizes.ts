/** What a start should read, in bytes. */
export const startBytesWanted = 400_000;

/** How much longer a start should take than that of an empty handler, in milliseconds of a processor. */
export const startMsWanted = 60;

/** What a start of each function may read at most, in bytes, with little room: what is added by mistake shows. */
const startBytesMax: Readonly<Record<string, number>> = {
  bounces: 296_000,
  edits: 338_000,
  mails: 356_000,
  enforce: 400_000,
  live: 566_000,
  controls: 585_000,
  door: 516_000,
  digest: 341_000,
  requests: 358_000,
};

/** What a watcher of another kind may read at most. */
const startBytesOfWatcherMax = 437_000;

export function startBytesMaxOf(name: string): number {
  return startBytesMax[name] ?? startBytesOfWatcherMax;
}
