// The due queue: a binary heap in typed arrays that holds one moment for each companion (R13). Pure but for its own arrays.
import type { Id, Seconds } from "../schema/common.ts";

const firstCapacity = 64;

function wider<T extends Float64Array | Int32Array>(old: T, made: T): T {
  made.set(old);
  return made;
}

/** An entry costs 16 bytes besides its id; set, remove and take cost the logarithm of the size. */
export class DueHeap {
  /** A companion's slot: where its moment and its place in the heap stand. */
  private readonly slots = new Map<Id, number>();
  private names: (Id | undefined)[] = [];
  private free: number[] = [];
  private moments = new Float64Array(firstCapacity);
  private heap = new Int32Array(firstCapacity);
  private places = new Int32Array(firstCapacity);
  private count = 0;

  get size(): number {
    return this.count;
  }

  has(id: Id): boolean {
    return this.slots.has(id);
  }

  at(id: Id): Seconds | undefined {
    const slot = this.slots.get(id);
    return slot === undefined ? undefined : this.moments[slot];
  }

  ids(): IterableIterator<Id> {
    return this.slots.keys();
  }

  /** Sets or moves the companion's one entry. */
  set(id: Id, at: Seconds): void {
    const known = this.slots.get(id);
    const slot = known ?? this.add(id);
    this.moments[slot] = at;
    this.up(this.places[slot] ?? 0);
    this.down(this.places[slot] ?? 0);
  }

  remove(id: Id): void {
    const slot = this.slots.get(id);
    if (slot === undefined) return;
    const place = this.places[slot] ?? 0;
    this.slots.delete(id);
    this.names[slot] = undefined;
    this.free.push(slot);
    this.count -= 1;
    if (place === this.count) return;
    const moved = this.heap[this.count] ?? 0;
    this.put(place, moved);
    this.up(place);
    this.down(this.places[moved] ?? 0);
  }

  /** The earliest entry; undefined where there is none. */
  next(): { id: Id; at: Seconds } | undefined {
    const id = this.count === 0 ? undefined : this.names[this.heap[0] ?? 0];
    return id === undefined ? undefined : { id, at: this.momentAt(0) };
  }

  /** Takes the earliest entry out if it is due at `now`. */
  take(now: Seconds): Id | undefined {
    const first = this.next();
    if (!first || first.at > now) return undefined;
    this.remove(first.id);
    return first.id;
  }

  clear(): void {
    this.slots.clear();
    this.names = [];
    this.free = [];
    this.count = 0;
  }

  private add(id: Id): number {
    const slot = this.free.pop() ?? this.names.length;
    if (slot >= this.moments.length) this.grow();
    this.names[slot] = id;
    this.slots.set(id, slot);
    this.put(this.count, slot);
    this.count += 1;
    return slot;
  }

  private momentAt(place: number): Seconds {
    return this.moments[this.heap[place] ?? 0] ?? 0;
  }

  private put(place: number, slot: number): void {
    this.heap[place] = slot;
    this.places[slot] = place;
  }

  private up(from: number): void {
    let place = from;
    const slot = this.heap[place] ?? 0;
    const moment = this.moments[slot] ?? 0;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (this.momentAt(parent) <= moment) break;
      this.put(place, this.heap[parent] ?? 0);
      place = parent;
    }
    this.put(place, slot);
  }

  private down(from: number): void {
    let place = from;
    const slot = this.heap[place] ?? 0;
    const moment = this.moments[slot] ?? 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= this.count) break;
      if (child + 1 < this.count && this.momentAt(child + 1) < this.momentAt(child)) child += 1;
      if (this.momentAt(child) >= moment) break;
      this.put(place, this.heap[child] ?? 0);
      place = child;
    }
    this.put(place, slot);
  }

  private grow(): void {
    const capacity = this.moments.length * 2;
    this.moments = wider(this.moments, new Float64Array(capacity));
    this.heap = wider(this.heap, new Int32Array(capacity));
    this.places = wider(this.places, new Int32Array(capacity));
  }
}
