import './meter.css';
import { percentText, shareOf, shortCredits } from './texts/amounts.ts';

interface MeterProps {
  /** What it is of, for those who hear it. */
  readonly label: string;
  readonly used: number;
  /** The most that can have been used by now; null while nothing bounds it. */
  readonly worstCase?: number | null;
  readonly amount: number;
}

/** How much of an amount is used, and how much of it may be by now. Beyond the amount it shows as full. */
export function Meter({ label, used, worstCase, amount }: MeterProps) {
  const usedShare = shareOf(used, amount);
  const worst = worstCase === null ? Infinity : (worstCase ?? used);
  const tone = usedShare >= 1 ? 'bad' : usedShare >= 0.8 ? 'warn' : 'good';
  const words = `${label}: ${shortCredits(used)} of ${shortCredits(amount)} credits used, ${percentText(usedShare)}`;
  return (
    <div aria-label={words} className="meter" role="img" title={words}>
      <div className="meter-worst" style={{ inlineSize: widthOf(shareOf(worst, amount)) }} />
      <div className={`meter-used meter-${tone}`} style={{ inlineSize: widthOf(usedShare) }} />
    </div>
  );
}

function widthOf(share: number): string {
  return `${Math.min(100, Math.max(0, share * 100))}%`;
}
