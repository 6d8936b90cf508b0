/** What a start should read, in bytes. */
export const startBytesWanted = 400_000;

/** How much longer a start should take than that of an empty handler, in milliseconds of a processor. */
export const startMsWanted = 60;

/** What a start of each function may read at most, in bytes, with little room: what is added by mistake shows. */
const startBytesMax: Readonly<Record<string, number>> = {
  bounces: 337_000,
  edits: 374_000,
  mails: 396_000,
  enforce: 446_000,
  live: 605_000,
  controls: 653_000,
  door: 560_000,
  digest: 380_000,
};

/** What a watcher of another kind may read at most. */
const startBytesOfWatcherMax = 476_000;

export function startBytesMaxOf(name: string): number {
  return startBytesMax[name] ?? startBytesOfWatcherMax;
}
