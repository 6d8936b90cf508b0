import { creditsOver, creditsPhrase, creditsText } from '../../../shared/kernel/texts/credits.ts';
import { shortCredits } from './amounts.ts';

interface CreditTextProps {
  /** Null: unlimited or unknown. */
  readonly credits: number | null | undefined;
  /** Abbreviated, with the full number on hover. */
  readonly isShort?: boolean;
  /** With the word “credits”. */
  readonly hasUnit?: boolean;
  /** The text for null. */
  readonly none?: string;
  /** Of past use: its days, whose price counts. */
  readonly over?: { readonly from: string; readonly through: string } | undefined;
}

/** Credits, in full by default; with what they cost where the organization has a price. */
export function CreditText({ credits, isShort = false, hasUnit = false, none = '–', over }: CreditTextProps) {
  if (credits === null || credits === undefined) {
    return <span>{none}</span>;
  }
  if (over !== undefined) {
    const full = creditsOver(credits, over, isShort || hasUnit ? 'phrase' : 'text');
    return isShort ? <span title={full}>{creditsOver(credits, over, 'short')}</span> : <span>{full}</span>;
  }
  if (isShort) {
    return <span title={creditsPhrase(credits)}>{shortCredits(credits)}</span>;
  }
  return <span>{hasUnit ? creditsPhrase(credits) : creditsText(credits)}</span>;
}
