import { randomUUID } from 'node:crypto';

import type { Ids } from '../runs/use-cases/ports.ts';

export const randomIds: Ids = { next: () => randomUUID() };
