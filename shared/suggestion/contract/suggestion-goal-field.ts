import * as z from 'zod';

import { readAmount } from '../../kernel/records/contract/fields/amount.ts';

export const TotalText = z.string().transform((text, context) => {
  const credits = readAmount(text);
  if (credits !== undefined && Number.isSafeInteger(credits) && credits >= 1) {
    return credits;
  }
  const meant = text.trim().toUpperCase();
  const nearest = readAmount(meant) === undefined ? '' : `; did you mean ${meant}?`;
  context.issues.push({
    code: 'custom',
    input: text,
    message: `give whole credits a month, 1 or more, such as 60M${nearest}`,
  });
  return z.NEVER;
});

export const PercentileText = z.string().transform((text, context) => {
  const percentile = Number(text.trim().replace(/\s*%$/u, '') || Number.NaN);
  if (Number.isInteger(percentile) && percentile >= 1 && percentile <= 100) {
    return percentile;
  }
  const nearest = Number.isNaN(percentile) ? '' : `; the nearest is ${nearestPercentile(percentile)}`;
  context.issues.push({
    code: 'custom',
    input: text,
    message: `give a whole number from 1 to 100, such as 95${nearest}`,
  });
  return z.NEVER;
});

/** 0.95 means a share. */
function nearestPercentile(given: number): number {
  return Math.min(100, Math.max(1, Math.round(given > 0 && given < 1 ? given * 100 : given)));
}
