// Lines form a tree. Where a prompt was edited or the session rewound, the new prompt hangs beside the old one, and what
// followed the old one is no longer part of the conversation.

interface Node {
  readonly parent: string | null;
  readonly order: number;
  readonly isPrompt: boolean;
  readonly message: string | null;
}

/**
 * The tree of a session's own lines. Only a prompt beside an earlier prompt is taken for a rewind: results of parallel
 * calls and lines of the user interface make forks too, and mean nothing.
 */
export class LineTree {
  private readonly nodes = new Map<string, Node>();
  private last: string | null = null;

  /** `message` is the answer that the line belongs to, null for other lines. */
  add(uuid: string, parent: string | null, line: { readonly isPrompt: boolean; readonly message: string | null }): void {
    this.nodes.set(uuid, { parent, order: this.nodes.size, ...line });
    if (line.isPrompt || line.message !== null) this.last = uuid;
  }

  /** Answers all of whose lines hang on prompts that another one replaced. Linear in the lines. */
  abandoned(): ReadonlySet<string> {
    const dropped = this.replacedPrompts();
    if (dropped.size === 0) return new Set();
    const fates = new Map<string, boolean>();
    const lost = new Set<string>();
    const kept = new Set<string>();
    for (const [uuid, { message }] of this.nodes) {
      if (message !== null) (this.isBelow(uuid, dropped, fates) ? lost : kept).add(message);
    }
    for (const message of kept) lost.delete(message);
    return lost;
  }

  /** Prompts with the parent of a later prompt that leads to the last line. */
  private replacedPrompts(): ReadonlySet<string> {
    const live = new Set<string>();
    for (let at = this.last; at !== null && !live.has(at); at = this.nodes.get(at)?.parent ?? null) live.add(at);
    const liveChildren = new Map<string, Node>();
    for (const uuid of live) {
      const node = this.nodes.get(uuid);
      if (node?.isPrompt === true && node.parent !== null) liveChildren.set(node.parent, node);
    }
    const replaced = new Set<string>();
    for (const [uuid, node] of this.nodes) {
      if (!node.isPrompt || node.parent === null || live.has(uuid)) continue;
      const successor = liveChildren.get(node.parent);
      if (successor !== undefined && successor.order > node.order) replaced.add(uuid);
    }
    return replaced;
  }

  private isBelow(uuid: string, dropped: ReadonlySet<string>, fates: Map<string, boolean>): boolean {
    const path: string[] = [];
    let fate = false;
    for (let at: string | null = uuid; at !== null; at = this.nodes.get(at)?.parent ?? null) {
      const known = fates.get(at);
      if (known !== undefined || dropped.has(at)) {
        fate = known ?? true;
        break;
      }
      // Set before the walk goes on, so that a ring of parents ends.
      fates.set(at, false);
      path.push(at);
    }
    for (const at of path) fates.set(at, fate);
    return fate;
  }
}
