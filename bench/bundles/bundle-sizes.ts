/** What a start should read, in bytes. */
export const startBytesWanted = 400_000;

/** How much longer a start should take than that of an empty handler, in milliseconds of a processor. */
export const startMsWanted = 60;

/** What a start of each function may read at most, in bytes, with little room, so that what is added by mistake shows. */
const startBytesMax: Readonly<Record<string, number>> = {
  bounces: 290_000,
  edits: 336_000,
  mails: 353_000,
  roster: 441_000,
  live: 576_000,
  controls: 588_000,
  sessions: 416_000,
  computers: 417_000,
  readiness: 408_000,
  door: 522_000,
  digest: 337_000,
  requests: 352_000,
};

/** What a start of a function may read at most, in bytes: what is wanted, where nothing else is said. */
export function startBytesMaxOf(name: string): number {
  return startBytesMax[name] ?? startBytesWanted;
}
