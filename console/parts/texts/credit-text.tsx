import { creditsText, shortCredits } from './amounts.ts';

interface CreditTextProps {
  /** Null: unlimited or unknown. */
  readonly credits: number | null | undefined;
  /** Abbreviated, with the full number on hover. */
  readonly isShort?: boolean;
  /** The text for null. */
  readonly none?: string;
}

/** Credits, in full by default. */
export function CreditText({ credits, isShort = false, none = '–' }: CreditTextProps) {
  if (credits === null || credits === undefined) {
    return <span>{none}</span>;
  }
  return isShort ? (
    <span title={`${creditsText(credits)} credits`}>{shortCredits(credits)}</span>
  ) : (
    <span>{creditsText(credits)}</span>
  );
}
