interface SharedBody {
  readonly body: ArrayBuffer;
  readonly status: number;
  readonly headers: Headers;
}

interface PendingRead {
  readonly kept: Promise<SharedBody>;
  followers: number;
}

interface AwaitedRead {
  /** The read begins: later callers start a new one. */
  begin(): void;
  end(answer: Response): Promise<void>;
}

interface SharedReads {
  /** The answer of the same read of the same caller that waits already; undefined where none does. */
  follow(key: string): Promise<Response> | undefined;
  lead(key: string): AwaitedRead;
}

/** Shares a caller's concurrent equal reads, but never one begun before the call: it might miss the caller's edits. */
export function sharedReads(): SharedReads {
  const waiting = new Map<string, PendingRead>();
  return {
    follow(key) {
      const first = waiting.get(key);
      if (first === undefined) {
        return undefined;
      }
      first.followers += 1;
      return first.kept.then(({ body, ...init }) => new Response(body, init));
    },
    lead(key) {
      const { promise: kept, resolve } = Promise.withResolvers<SharedBody>();
      const own: PendingRead = { kept, followers: 0 };
      waiting.set(key, own);
      const begin = (): void => {
        if (waiting.get(key) === own) {
          waiting.delete(key);
        }
      };
      return {
        begin,
        async end(answer) {
          begin();
          if (own.followers > 0) {
            const { status, headers } = answer;
            resolve({ body: await answer.clone().arrayBuffer(), status, headers: new Headers(headers) });
          }
        },
      };
    },
  };
}
