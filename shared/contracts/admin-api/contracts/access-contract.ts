import { CallerDocument } from '../../documents/people/caller-document.ts';
import type { accessRoutes } from '../routes/access-routes.ts';
import type { Contract } from './contract.ts';

export const accessContract = {
  showCaller: { answer: CallerDocument },
} as const satisfies Contract<typeof accessRoutes>;
