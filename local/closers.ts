export interface Closers {
  add(close: () => Promise<void> | void): void;
  /** Closes everything once in reverse order, despite failures; then throws the first one. */
  closeAll(): Promise<void>;
}

export function newClosers(): Closers {
  const pending: (() => Promise<void> | void)[] = [];
  return {
    add(close) {
      pending.push(close);
    },
    async closeAll() {
      const failures: unknown[] = [];
      for (let close = pending.pop(); close !== undefined; close = pending.pop()) {
        try {
          await close();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) {
        throw failures[0];
      }
    },
  };
}
