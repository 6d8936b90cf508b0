import { type Day, dayAndMonth } from '../time/day.ts';
import { creditsText, shortCredits } from './credits.ts';

/** A budget's use beside its amount, top-ups included, and what its limits may add up to. Whole credits. */
export interface UseOfAmount {
  readonly amount: number;
  readonly used: number;
  /** The amount; more with overcommit. */
  readonly allowed: number;
}

/** `over-budget`: the amount is used, and overcommit allows more. `used-up`: nothing more is allowed. */
type AmountState = 'within' | 'over-budget' | 'used-up';

/** The one rule of what is said of a budget's amount. */
export function amountState({ amount, used, allowed }: UseOfAmount): AmountState {
  return used < amount ? 'within' : used < allowed ? 'over-budget' : 'used-up';
}

/** What use reaches next: the amount, then what overcommit allows. Whole credits. */
export function nextBound(use: UseOfAmount): number {
  return amountState(use) === 'within' ? use.amount : use.allowed;
}

/** What may still be used before people are stopped; 0 or more whole credits. */
export function allowedLeft({ used, allowed }: UseOfAmount): number {
  return Math.max(0, allowed - used);
}

/** What is left of the amount, or past it what overcommit still allows: `80,000 allowed`. */
export function leftText(use: UseOfAmount, write: (credits: number) => string = creditsText): string {
  return amountState(use) === 'over-budget'
    ? `${write(allowedLeft(use))} allowed`
    : write(Math.max(0, use.amount - use.used));
}

/** The use of a budget as documents show it; undefined while it is unlimited or not in force. */
export function useOfBudget({
  amount,
  topUps,
  used,
  allowed,
}: {
  readonly amount: number | 'unlimited';
  readonly topUps: number | null;
  readonly used: number | null;
  readonly allowed: number | null;
}): UseOfAmount | undefined {
  return amount === 'unlimited' || used === null
    ? undefined
    : { amount: amount + (topUps ?? 0), used, allowed: allowed ?? amount };
}

/** `120k over its amount; overcommit allows 80k more`. */
export function describeOver({ amount, used, allowed }: UseOfAmount): string {
  const over = used === amount ? 'at its amount' : `${shortCredits(used - amount)} over its amount`;
  return `${over}; overcommit allows ${shortCredits(allowed - used)} more`;
}

/** As `describeOver`, with the day on which that is expected to run out: null where it lasts, or is not known. */
export function describeOverUntil(use: UseOfAmount, runsOutOn: Day | null): string {
  return `${describeOver(use)}${runsOutOn === null ? '' : `, which runs out about ${dayAndMonth(runsOutOn)}`}`;
}
