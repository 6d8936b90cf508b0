import * as z from 'zod';

import type { Contract } from '../kernel/contract/contract.ts';
import { AsOfQuery } from '../kernel/contract/fields/page.ts';

export const metricsContract = {
  showMetrics: {
    purpose: 'Shows the metrics that Prometheus and OpenTelemetry get',
    query: AsOfQuery,
    answer: z.object({
      metrics: z
        .array(
          z.object({
            name: z.string(),
            unit: z.string(),
            help: z.string(),
            points: z.array(z.object({ labels: z.record(z.string(), z.string()), value: z.number() })).readonly(),
          }),
        )
        .readonly(),
    }),
  },
} as const satisfies Contract<'metrics'>;
