/** A node of a graph: what is said of it, and where it leads. */
export interface NotedNode<K, N> {
  readonly own: readonly N[];
  readonly inner: readonly K[];
}

/**
 * Everything that is said of a node and of all nodes that can be reached from it. Nodes that reach each other
 * have one answer (strongly connected components, after Tarjan), so each node is visited once, however many
 * questions are asked. Iterative, because chains of references may be longer than the stack.
 */
export function createReachableNotes<K, N>(
  nodeOf: (key: K) => NotedNode<K, N>,
  idOf: (key: K) => string,
): (start: K) => readonly N[] {
  const answers = new Map<string, ReadonlySet<N>>();
  return (start) => {
    const found = answers.get(idOf(start)) ?? visit(start);
    return [...found];
  };

  function visit(start: K): ReadonlySet<N> {
    const numbers = new Map<string, number>();
    const low = new Map<string, number>();
    const path: string[] = [];
    const onPath = new Set<string>();
    const notesOf = new Map<string, Set<N>>();
    const work: { readonly id: string; readonly inner: readonly K[]; next: number }[] = [];
    const enter = (key: K, id: string): void => {
      const { own, inner } = nodeOf(key);
      numbers.set(id, numbers.size);
      low.set(id, numbers.size - 1);
      notesOf.set(id, new Set(own));
      path.push(id);
      onPath.add(id);
      work.push({ id, inner, next: 0 });
    };
    const lower = (id: string, bound: number | undefined): void => {
      if (bound !== undefined && bound < (low.get(id) ?? 0)) low.set(id, bound);
    };
    enter(start, idOf(start));
    for (let at = work.at(-1); at !== undefined; at = work.at(-1)) {
      const { id } = at;
      const next = at.inner[at.next++];
      if (next !== undefined) {
        const nextId = idOf(next);
        const settled = answers.get(nextId);
        if (settled !== undefined) addAll(notesOf.get(id), settled);
        else if (onPath.has(nextId)) lower(id, numbers.get(nextId));
        else enter(next, nextId);
        continue;
      }
      work.pop();
      const outer = work.at(-1);
      if (low.get(id) === numbers.get(id)) close(id);
      if (outer === undefined) continue;
      lower(outer.id, low.get(id));
      const settled = answers.get(id);
      if (settled !== undefined) addAll(notesOf.get(outer.id), settled);
    }
    return answers.get(idOf(start)) ?? new Set();

    /** All nodes of a component have one answer: what is said of any of them. */
    function close(first: string): void {
      const members = path.splice(path.indexOf(first));
      const all = new Set<N>();
      for (const id of members) {
        addAll(all, notesOf.get(id));
        onPath.delete(id);
      }
      for (const id of members) answers.set(id, all);
    }
  }
}

function addAll<N>(target: Set<N> | undefined, more: ReadonlySet<N> | undefined): void {
  for (const each of more ?? []) target?.add(each);
}
