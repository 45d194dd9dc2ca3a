/** A value that components follow. */
export type Store<T> = {
  get: () => T;
  set: (next: T) => T;
  subscribe: (listener: () => void) => () => void;
};

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
      return next;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Calls that wait for somebody to sign in again. */
export type Waiting = {
  /** Whether somebody has. */
  wait: () => Promise<boolean>;
  release: (isBack: boolean) => void;
};

export function createWaiting(): Waiting {
  let all: ((isBack: boolean) => void)[] = [];
  return {
    wait: () => new Promise((resolve) => all.push(resolve)),
    release: (isBack) => {
      for (const settle of all.splice(0)) settle(isBack);
      all = [];
    },
  };
}
