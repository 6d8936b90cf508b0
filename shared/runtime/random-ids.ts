import { randomUUID } from 'node:crypto';

import type { Ids } from '../application/runs/ports.ts';

/** Random UUIDs. */
export const randomIds: Ids = { next: () => randomUUID() };
