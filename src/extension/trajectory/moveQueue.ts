export type WindowDirection = 'next' | 'previous';

export interface SelectMove {
  /** From 1. */
  readonly step: number;
  /** The reader asked to go there. */
  readonly focus: boolean;
}

/** How a page is moved that is there. */
export interface MovablePage {
  select(move: SelectMove): void;
  window(direction: WindowDirection): void;
}

/**
 * Moves of a page (to a step, to a neighbouring failure window) in the order in which they were asked for. While the page
 * loads nobody there listens: then they wait until it says that it is shown. A step that is asked for replaces what waits,
 * since it decides the place whatever went before.
 */
export class MoveQueue {
  private waiting: ((page: MovablePage) => void)[] = [];
  private isOpen = false;

  constructor(private readonly page: MovablePage) {}

  select(move: SelectMove): void {
    if (!this.isOpen) this.waiting = [];
    this.send((page) => page.select(move));
  }

  window(direction: WindowDirection): void {
    this.send((page) => page.window(direction));
  }

  /** The page is shown: it gets what waited. */
  open(): void {
    this.isOpen = true;
    const { waiting } = this;
    this.waiting = [];
    for (const move of waiting) move(this.page);
  }

  /** The page loads, or is hidden. */
  close(): void {
    this.isOpen = false;
  }

  /** The page shows no run: what waits would move another one later. */
  clear(): void {
    this.waiting = [];
  }

  private send(move: (page: MovablePage) => void): void {
    if (this.isOpen) move(this.page);
    else this.waiting.push(move);
  }
}
