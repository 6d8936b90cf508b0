import { grouped } from '../../../shared/kernel/texts/amounts.ts';
import type { OperationGiven, OperationDocument } from '../../api/call-api.ts';

/** A request with its possible effect. */
export type ShownRequest = OperationDocument<'showRequest'>;

type Approval = Extract<OperationGiven<'decideRequest'>['body'], { readonly verdict: 'approve' }>;
export type PoolChoice = NonNullable<Approval['pools']>;

type CreditsRead =
  | { readonly kind: 'credits'; readonly credits: number }
  | { readonly kind: 'problem'; readonly problem: string };

const factors: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 };

/** Parses typed credits (`1,000,000`, `250k`), at most those requested. */
export function creditsIn(text: string, askedCredits: number): CreditsRead {
  const [, digits = '', unit = ''] = /^\s*(\d[\d,]*)\s*([kKmM]?)\s*$/u.exec(text) ?? [];
  const credits = digits === '' ? Number.NaN : Number(digits.replaceAll(',', '')) * (factors[unit.toLowerCase()] ?? 1);
  return Number.isSafeInteger(credits) && credits >= 1 && credits <= askedCredits
    ? { kind: 'credits', credits }
    : { kind: 'problem', problem: `Give a whole number of credits from 1 to ${grouped(askedCredits)}` };
}

/** The approval; values as requested are left out. */
export function approvalOf(
  request: ShownRequest,
  {
    credits,
    way,
    reason,
    acceptIdle,
  }: { readonly credits: number; readonly way: PoolChoice; readonly reason: string; readonly acceptIdle: boolean },
): Approval {
  return {
    verdict: 'approve',
    pools: way,
    ...(acceptIdle && { acceptIdle }),
    ...(credits < request.credits && { credits }),
    ...(reason.trim() !== '' && { reason: reason.trim() }),
  };
}
