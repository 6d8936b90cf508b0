export interface Delta {
  total: number;
  input: number;
  output: number;
  cacheRead: number;
  cost: number;
}

type Type = 'input' | 'output' | 'cacheRead';

interface Sample {
  readonly metric: Readonly<Record<string, string>> & { readonly type?: Type };
  readonly value: readonly [number, string];
}

const windowSeconds = 900;
const usage = `increase({"claude_code.token.usage"}[${windowSeconds}s])`;
const cowork = (side: string): string => `increase({"ClaudeCoWork","token.usage.${side}"}[${windowSeconds}s])`;
const dollarsPerMillion: Readonly<Record<Type, number>> = { input: 3, output: 15, cacheRead: 0.3 };

/** The five queries of a run, one after the other, and what they come to for each person. */
export async function readTelemetry(url: string, nowMs: number): Promise<ReadonlyMap<string, Delta>> {
  const deltas = new Map<string, Delta>();
  const add = async (query: string, count: (delta: Delta, used: number, type?: Type) => void): Promise<void> => {
    const body = new URLSearchParams({ query, time: String(nowMs / 1_000) });
    const answer = await fetch(url, { method: 'POST', body });
    const { data } = (await answer.json()) as { readonly data: { readonly result: readonly Sample[] } };
    for (const { metric, value } of data.result) {
      const email = metric['user.email'] ?? metric['user_email'] ?? '';
      const delta = deltas.get(email) ?? { total: 0, input: 0, output: 0, cacheRead: 0, cost: 0 };
      deltas.set(email, delta);
      count(delta, Number(value[1]), metric.type);
    }
  };
  await add(`sum by ("user.email")(${usage})`, (delta, used) => (delta.total += used));
  await add(`sum by ("user.email", type, model)(${usage})`, (delta, used, type = 'input') => {
    delta.cost += (used / 1_000_000) * dollarsPerMillion[type];
  });
  await add(`sum by ("user.email", type)(${usage})`, (delta, used, type = 'input') => (delta[type] += used));
  for (const side of ['input', 'output']) {
    await add(`sum by ("user_email", "model")(${cowork(side)})`, (delta, used) => (delta.total += used));
  }
  return deltas;
}

export interface Policy {
  readonly monthly: number;
  readonly daily: number | undefined;
}

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
