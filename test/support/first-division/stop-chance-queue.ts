interface QueuedMember {
  readonly index: number;
  readonly chance: number;
}

/** A priority queue (binary heap): the largest chance first, then the lowest index. */
export class StopChanceQueue {
  readonly #heap: QueuedMember[] = [];

  add(entry: QueuedMember): void {
    const heap = this.#heap;
    let hole = heap.length;
    while (hole > 0) {
      const parent = (hole - 1) >>> 1;
      const above = heap[parent];
      if (above === undefined || !precedes(entry, above)) {
        break;
      }
      heap[hole] = above;
      hole = parent;
    }
    heap[hole] = entry;
  }

  take(): QueuedMember | undefined {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (first !== undefined && last !== undefined && this.#heap.length > 0) {
      this.#sink(last);
    }
    return first;
  }

  #sink(entry: QueuedMember): void {
    const heap = this.#heap;
    let hole = 0;
    for (;;) {
      const leftIndex = 2 * hole + 1;
      const left = heap[leftIndex];
      const right = heap[leftIndex + 1];
      const isRight = left !== undefined && right !== undefined && precedes(right, left);
      const child = isRight ? right : left;
      if (child === undefined || !precedes(child, entry)) {
        break;
      }
      heap[hole] = child;
      hole = isRight ? leftIndex + 1 : leftIndex;
    }
    heap[hole] = entry;
  }
}

function precedes(first: QueuedMember, second: QueuedMember): boolean {
  return first.chance > second.chance || (first.chance === second.chance && first.index < second.index);
}
