import './meter.css';
import { creditsOver } from '../../shared/kernel/texts/credits.ts';
import { shareOf, shortCredits, usedText } from './texts/amounts.ts';

/** The used part of an amount and the possible maximum; capped at full. */
export function Meter({
  label,
  used,
  worstCase,
  amount,
  over,
}: {
  /** The accessible name. */
  readonly label: string;
  readonly used: number;
  /** The most that can be used so far; null when unbounded. */
  readonly worstCase?: number | null;
  readonly amount: number;
  /** The days of the use, whose price counts. */
  readonly over: Parameters<typeof creditsOver>[1];
}) {
  const usedShare = shareOf(used, amount);
  const worst = worstCase === null ? Infinity : (worstCase ?? used);
  const tone = usedShare >= 1 ? 'bad' : usedShare >= 0.8 ? 'warn' : 'good';
  const words = `${label}: ${creditsOver(used, over, 'short')} of ${shortCredits(amount, 'credits')} used, ${usedText(used, amount)}`;
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
