import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { randomOf } from '../../emulator/state/random.ts';

export interface DayUse {
  readonly email: string;
  readonly credits: number;
}

export const quartersOfDay = 96;
const quarterSeconds = 900;
/** People work for eight hours, from some time between seven and eleven: telemetry says nothing of them otherwise. */
const quartersWorked = 32;
const firstQuarter = 28;
const lastFirstQuarter = 44;

const types = [
  ['input', 0.5],
  ['output', 0.3],
  ['cacheRead', 0.2],
] as const;

/**
 * A stand-in for the metrics of CloudWatch, which the quota monitor asks for recent use, on a free port. It answers as an
 * instant query of Prometheus is answered: with the use of one day, for any day.
 */
export async function startTelemetry() {
  let quarters: readonly (readonly DayUse[])[] = [];
  let queries = 0;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      queries += 1;
      const asked = new URLSearchParams(body);
      const quarter = Math.round(Number(asked.get('time')) / quarterSeconds - 1) % quartersOfDay;
      const result = resultOf(asked.get('query') ?? '', quarters[quarter] ?? []);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ status: 'success', data: { resultType: 'vector', result } }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api/v1/query`,
    setDay: (use: readonly DayUse[]): void => {
      quarters = quartersOf(use);
    },
    takeQueries: (): number => {
      const taken = queries;
      queries = 0;
      return taken;
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A day's use over the quarters of an hour in which each person works. */
export function quartersOf(use: readonly DayUse[]): readonly (readonly DayUse[])[] {
  const quarters = Array.from({ length: quartersOfDay }, (): DayUse[] => []);
  use.forEach(({ email, credits }, index) => {
    const first = randomOf(3, 'begins', index).integer(firstQuarter, lastFirstQuarter);
    for (let step = 0; step < quartersWorked; step += 1) {
      const through = Math.floor((credits * (step + 1)) / quartersWorked);
      quarters[first + step]?.push({ email, credits: through - Math.floor((credits * step) / quartersWorked) });
    }
  });
  return quarters;
}

interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

/** By person; by person and type; by person, type and model; and nothing of the other product. */
function resultOf(query: string, use: readonly DayUse[]): readonly Sample[] {
  if (!query.includes('claude_code.token.usage')) {
    return [];
  }
  const isByType = query.includes('type');
  const model: Sample['metric'] = query.includes('model') ? { model: 'atlas-5' } : {};
  return use.flatMap(({ email, credits }) => {
    const metric: Sample['metric'] = { 'user.email': email, ...model };
    return isByType
      ? types.map(([type, share]): Sample => ({ metric: { ...metric, type }, value: [0, String(credits * share)] }))
      : [{ metric, value: [0, String(credits)] as const }];
  });
}
