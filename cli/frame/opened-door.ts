import type { DoorClient } from '../../shared/door/client/door-client.ts';

/** The door of the chosen installation, and what makes its failures plain to people. */
export interface OpenDoor {
  readonly door: DoorClient;
  readonly explained: <T>(work: Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}
