/** What a person used in a quarter of an hour. */
export interface Delta {
  total: number;
  input: number;
  output: number;
  cache: number;
  cost: number;
}

interface Answer {
  readonly data: {
    readonly result: readonly { readonly metric: Readonly<Record<string, string>>; readonly value: [number, string] }[];
  };
}

const windowSeconds = 900;
const usage = `increase({"claude_code.token.usage"}[${windowSeconds}s])`;
const cowork = (side: string): string => `increase({"ClaudeCoWork","token.usage.${side}"}[${windowSeconds}s])`;
const dollarsPerMillion: Readonly<Record<string, number>> = { input: 3, output: 15, cacheRead: 0.3 };
const fields = { input: 'input', output: 'output', cacheRead: 'cache' } as const;

/** The five queries of a run, one after the other, and what they come to for each person. */
export async function readTelemetry(url: string, nowMs: number): Promise<ReadonlyMap<string, Delta>> {
  const ask = async (query: string) => {
    const body = new URLSearchParams({ query, time: String(nowMs / 1_000) });
    const answer = await fetch(url, { method: 'POST', body });
    return ((await answer.json()) as Answer).data.result;
  };
  const totals = await ask(`sum by ("user.email")(${usage})`);
  const byModel = await ask(`sum by ("user.email", type, model)(${usage})`);
  const byType = await ask(`sum by ("user.email", type)(${usage})`);
  const others = [
    ...(await ask(`sum by ("user_email", "model")(${cowork('input')})`)),
    ...(await ask(`sum by ("user_email", "model")(${cowork('output')})`)),
  ];
  const deltas = new Map<string, Delta>();
  const of = (email: string): Delta => {
    const delta = deltas.get(email) ?? { total: 0, input: 0, output: 0, cache: 0, cost: 0 };
    deltas.set(email, delta);
    return delta;
  };
  totals.forEach(({ metric, value }) => (of(metric['user.email'] ?? '').total = Number(value[1])));
  for (const { metric, value } of byType) {
    const field = fields[metric['type'] as keyof typeof fields];
    of(metric['user.email'] ?? '')[field] = Number(value[1]);
  }
  for (const { metric, value } of byModel) {
    of(metric['user.email'] ?? '').cost +=
      (Number(value[1]) / 1_000_000) * (dollarsPerMillion[metric['type'] ?? ''] ?? 0);
  }
  others.forEach(({ metric, value }) => (of(metric['user_email'] ?? '').total += Number(value[1])));
  return deltas;
}

/** What a person may use, in credits. */
export interface Policy {
  readonly monthly: number;
  readonly daily: number | undefined;
}

/** What a person has used. */
export interface Usage {
  readonly monthly: number;
  readonly daily: number;
}

/** An alert, by the key under which it is recorded: once for each threshold, person and month or day. */
interface QuotaAlert {
  readonly key: string;
  readonly level: string;
}

interface Whose {
  readonly email: string;
  readonly date: string;
  readonly month: string;
}

/** The alerts of a person: only the highest threshold passed, of the month and of the day. */
export function alertsOf({ email, date, month }: Whose, used: Usage, policy: Policy): readonly QuotaAlert[] {
  const monthly = levelOf(used.monthly, policy.monthly);
  const daily = policy.daily === undefined ? undefined : levelOf(used.daily, policy.daily);
  return [
    ...(monthly === undefined ? [] : [{ key: `${month}#ALERT#${email}#monthly#${monthly}`, level: monthly }]),
    ...(daily === undefined ? [] : [{ key: `${month}#ALERT#${email}#daily#${daily}#${date}`, level: daily }]),
  ];
}

function levelOf(used: number, limit: number): string | undefined {
  if (used > limit) {
    return 'exceeded';
  }
  return used > 0.9 * limit ? 'critical' : used > 0.8 * limit ? 'warning' : undefined;
}
