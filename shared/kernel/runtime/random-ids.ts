import { randomUUID } from 'node:crypto';

import type { Ids } from '../runs/ports.ts';

export const randomIds: Ids = { next: () => randomUUID() };
