import { percentText, shareOf } from '../../parts/texts/amounts.ts';
import { dayText } from '../../parts/texts/time-text.tsx';

interface TrendProps {
  readonly label: string;
  readonly weeks: readonly { readonly week: string; readonly passing: number; readonly evaluated: number }[];
}

const [width, height] = [110, 24] as const;

/** A share's trend as a small line, with an accessible text. */
export function Trend({ label, weeks }: TrendProps) {
  const shares = weeks.map(({ passing, evaluated }) => shareOf(passing, evaluated));
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (first === undefined || last === undefined || weeks.length < 2) {
    return <span>–</span>;
  }
  const points = shares.map(
    (share, index) => `${(index / (shares.length - 1)) * width},${(1 - share) * (height - 4) + 2}`,
  );
  const words = `${label}: ${percentText(shares[0] ?? 0)} in the week of ${dayText(first.week)}, ${percentText(shares.at(-1) ?? 0)} in that of ${dayText(last.week)}`;
  return (
    <svg
      aria-label={words}
      className="watchers-trend"
      height={height}
      role="img"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
    >
      <title>{words}</title>
      <polyline fill="none" points={points.join(' ')} stroke="var(--chart-1)" strokeWidth="2" />
    </svg>
  );
}
