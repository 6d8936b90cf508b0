/** Round values from 0 to the first one that is not below `most`: 3 to 6 of them. */
export function ticksTo(most: number): readonly number[] {
  if (most <= 0) {
    return [0, 1];
  }
  const size = 10 ** Math.floor(Math.log10(most));
  const step = [0.2, 0.25, 0.5, 1, 2].map((part) => part * size).find((each) => most / each <= 5) ?? 2 * size;
  const whole = Math.max(1, Math.round(step));
  return Array.from({ length: Math.ceil(most / whole) + 1 }, (_none, index) => index * whole);
}

/** A plot in pixels: `y` grows downwards, and days stand side by side from `left`. */
export interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly days: number;
  readonly most: number;
}

export function dayWidth({ left, right, days }: Plot): number {
  return (right - left) / Math.max(1, days);
}

/** The middle of a day. */
export function xOf(plot: Plot, index: number): number {
  return plot.left + (index + 0.5) * dayWidth(plot);
}

/** Values above the plot's most stand at its top. */
export function yOf({ top, bottom, most }: Plot, value: number): number {
  return bottom - (Math.min(most, Math.max(0, value)) / most) * (bottom - top);
}

type Values = readonly (number | null)[];

/** The parts of a line without gaps, as points of an SVG path. */
export function linePath(plot: Plot, values: Values): string {
  const point = (value: number, index: number): string => `${pixels(xOf(plot, index))},${pixels(yOf(plot, value))}`;
  let isDrawing = false;
  return values
    .map((value, index) => {
      const part = value === null ? '' : `${isDrawing ? 'L' : 'M'}${point(value, index)}`;
      isDrawing = value !== null;
      return part;
    })
    .join('');
}

/** A line that is level within each day and steps between days; values above the plot are left out. */
export function stepPath(plot: Plot, values: Values): string {
  const half = dayWidth(plot) / 2;
  let isDrawing = false;
  return values
    .map((value, index) => {
      if (value === null || value > plot.most) {
        isDrawing = false;
        return '';
      }
      const [x, y] = [xOf(plot, index), pixels(yOf(plot, value))];
      const part = `${isDrawing ? 'L' : 'M'}${pixels(x - half)},${y}L${pixels(x + half)},${y}`;
      isDrawing = true;
      return part;
    })
    .join('');
}

/** The area between two lines; days on which one is unknown are left out. */
export function bandPath(plot: Plot, low: Values, high: Values): string {
  const known = low.flatMap((value, index) => {
    const above = high[index];
    return value === null || above === null || above === undefined ? [] : [{ index, low: value, high: above }];
  });
  const point = (index: number, value: number): string => `${pixels(xOf(plot, index))},${pixels(yOf(plot, value))}`;
  const up = known.map((each) => point(each.index, each.high));
  const down = known.toReversed().map((each) => point(each.index, each.low));
  return known.length < 2 ? '' : `M${[...up, ...down].join('L')}Z`;
}

/** Which days have their name on the axis: as many as fit, the first always. */
export function namedDays(count: number, widthPx: number, nameWidthPx: number): readonly number[] {
  const fits = Math.max(1, Math.floor(widthPx / nameWidthPx));
  const every = [1, 2, 7, 14, 28, 56, 91].find((step) => Math.ceil(count / step) <= fits) ?? Math.ceil(count / fits);
  return Array.from({ length: Math.ceil(count / every) }, (_none, index) => index * every);
}

export const strengths = [1, 2, 3, 4, 5] as const;

/** The highest value of a strength: they grow in squares, so that one burst leaves the others apart. */
export function strengthMost(strength: number, most: number): number {
  return Math.round(most * (strength / strengths.length) ** 2);
}

/** How strong a value stands out among others, from 0 (nothing) to 5. */
export function strengthOf(value: number, most: number): number {
  return value <= 0 ? 0 : (strengths.find((strength) => value <= strengthMost(strength, most)) ?? strengths.length);
}

function pixels(value: number): string {
  return String(Math.round(value * 10) / 10);
}
