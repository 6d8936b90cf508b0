/** What a start should read, in bytes. */
export const startBytesWanted = 400_000;

/** How much longer a start should take than that of an empty handler, in milliseconds of a processor. */
export const startMsWanted = 60;

/** What a start of each function may read at most, in bytes, with little room: what is added by mistake shows. */
const startBytesMax: Readonly<Record<string, number>> = {
  bounces: 340_000,
  edits: 385_000,
  mails: 450_000,
  enforce: 465_000,
  live: 648_000,
  controls: 672_000,
  door: 640_000,
  digest: 408_000,
};

/** What a watcher of another kind may read at most. */
const startBytesOfWatcherMax = 519_000;

export function startBytesMaxOf(name: string): number {
  return startBytesMax[name] ?? startBytesOfWatcherMax;
}
