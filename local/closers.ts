/** What must be closed, in the order opposite to that in which it was opened. */
export interface Closers {
  add(close: () => Promise<void> | void): void;
  /** Closes everything, once, even when something cannot be closed; then raises the first failure. */
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
