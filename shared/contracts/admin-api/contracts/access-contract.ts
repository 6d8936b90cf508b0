import { CallerDocument } from '../../documents/people/caller-document.ts';
import type { Contract } from './contract.ts';

export const accessContract = {
  showCaller: { purpose: 'Shows who is calling, which roles they have, and what these allow', answer: CallerDocument },
} as const satisfies Contract<'access'>;
