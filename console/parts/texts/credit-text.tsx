import { creditsText, shortCredits } from './amounts.ts';

interface CreditTextProps {
  /** Null where nothing limits it, or nothing is known. */
  readonly credits: number | null | undefined;
  /** In few letters, with the whole number on hover. */
  readonly isShort?: boolean;
  /** What null means here. */
  readonly none?: string;
}

/** Credits, in full unless said otherwise. */
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
