type Answers = (...given: never[]) => Promise<unknown>;
type Rows = (...given: never[]) => AsyncIterable<unknown>;

/** How the methods of a port answer: with one answer, or with rows as they come. Any other method cannot wait. */
type MethodsOf<Port> = {
  readonly [Name in keyof Port]-?: Port[Name] extends Rows ? 'rows' : Port[Name] extends Answers ? 'answer' : never;
};

/** The same for several ports. A port or a method that is left out does not compile. */
export type LateMethods<Ports> = { readonly [Name in keyof Ports]-?: MethodsOf<Ports[Name]> };

/** What is known of methods here, where their ports are not. */
type Loaded = Readonly<Record<string, Readonly<Record<string, (...given: readonly unknown[]) => unknown>>>>;

/**
 * Ports that are loaded when something is first asked of one of them: a start reads nothing of what its run may never
 * need. What cannot be loaded is tried again by the next call.
 */
export function latePorts<Ports extends object>(methods: LateMethods<Ports>, load: () => Promise<Ports>): Ports {
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
  const ports = Object.entries<Readonly<Record<string, 'answer' | 'rows'>>>(methods).map(([port, answers]) => {
    const late = Object.entries(answers).map(([method, answer]) => [
      method,
      answer === 'rows' ? lateRows(loaded, port, method) : lateAnswer(loaded, port, method),
    ]);
    return [port, Object.fromEntries(late)];
  });
  return Object.fromEntries(ports) as Ports;
}

function lateAnswer(loaded: () => Promise<Loaded>, port: string, method: string) {
  return async (...given: readonly unknown[]): Promise<unknown> => (await loaded())[port]?.[method]?.(...given);
}

function lateRows(loaded: () => Promise<Loaded>, port: string, method: string) {
  return async function* (...given: readonly unknown[]): AsyncGenerator {
    yield* (await loaded())[port]?.[method]?.(...given) as AsyncIterable<unknown>;
  };
}
