import * as z from 'zod';

import { creditDisplays } from '../../kernel/texts/credits.ts';
import { historyProblem, pricesIn, readPrice } from '../../kernel/texts/money.ts';
import { setting } from './setting.ts';

/** A function's environment is small. */
const pricesMax = 24;

const price = () =>
  z
    .string()
    .trim()
    .max(60)
    .superRefine((text, context) => {
      const read = readPrice(text);
      if ('problem' in read) {
        context.addIssue({ code: 'custom', message: read.problem });
      }
    });

export const money = () =>
  z.strictObject({
    prices: setting(
      z
        .array(price())
        .max(pricesMax)
        .superRefine((texts, context) => {
          const problem = historyProblem(pricesIn(texts));
          if (problem !== undefined) {
            context.addIssue({ code: 'custom', message: problem });
          }
        })
        .default([]),
      'What a million credits cost, and from when: first day (UTC), amount and ISO 4217 currency, such as `2026-01-01 12.50 EUR`. Each price counts until the next. Without one, money is shown nowhere.',
    ),
    show: setting(
      z.enum(creditDisplays).default('both'),
      'How pages, mails, digests and commands show credits where there is a price: as credits, as money at the price of the day, or as both.',
    ),
  });
