/** Ports whose methods all answer with a promise or with rows as they come: no other method can wait. */
type Waiting<Ports> = { readonly [Port in keyof Ports]: WaitingPort<Ports[Port]> };
type WaitingPort<Port> = {
  readonly [Method in keyof Port]: (...given: never[]) => Promise<unknown> | AsyncIterable<unknown>;
};

/** What is known of methods here, where their ports are not. */
type Loaded = Readonly<Record<string, Readonly<Record<string, (...given: readonly unknown[]) => unknown>>>>;

/**
 * The named ports, loaded when something is first asked of one of them: a start reads nothing of what its run may never
 * need. What cannot be loaded is tried again by the next call. To list or copy such a port raises an error.
 */
export function latePorts<Ports extends Waiting<Ports>, const Name extends keyof Ports & string>(
  names: readonly Name[],
  load: () => Promise<Ports>,
): Pick<Ports, Name> {
  let loading: Promise<Loaded> | undefined;
  const loaded = async (): Promise<Loaded> => {
    loading ??= load() as unknown as Promise<Loaded>;
    try {
      return await loading;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  const ports = names.map((port) => [
    port,
    latePort(async (method, given) => (await loaded())[port]?.[method]?.(...given)),
  ]);
  return Object.fromEntries(ports) as Pick<Ports, Name>;
}

type Call = (method: string, given: readonly unknown[]) => Promise<unknown>;

function latePort(call: Call): object {
  return new Proxy(
    {},
    {
      get(_, method) {
        // Nobody waits for a port itself.
        return typeof method === 'symbol' || method === 'then'
          ? undefined
          : (...given: readonly unknown[]) => lateAnswer(call(method, given));
      },
      ownKeys() {
        throw new Error('a port that is loaded late cannot be copied: its methods are not known yet');
      },
    },
  );
}

/** Of a method that is not loaded it is not known which of both it answers with: this can be awaited, and gone through. */
function lateAnswer(answer: Promise<unknown>): Promise<unknown> & AsyncIterable<unknown> {
  // Who goes through rows may begin later than a failure to load them.
  answer.catch(() => undefined);
  return Object.assign(answer, {
    async *[Symbol.asyncIterator]() {
      yield* (await answer) as AsyncIterable<unknown>;
    },
  });
}
