/** Who sends a request: an API key (the variable that holds it), the cookies of a dashboard session, or nobody. */
export type Sender = { key: string } | 'cookies' | 'nobody';

/** One request of the collection. What is left out follows from the description of its operation. */
export type Step = {
  operation: string;
  /** Names a request that is not the only one of its operation. Default: the operation's summary. */
  name?: string;
  /**
   * The refusal that is meant to come, and when: stands at the end of the name, where the collection's own test reads
   * it. Without it, a 2xx is.
   */
  refused?: { status: number; when: Refusal };
  sender?: Sender;
  /** Default: the example of the description. `{{json:name}}` stands for a variable that holds JSON. */
  body?: unknown;
  /** Parameters that are sent; all others stand there switched off. */
  query?: Readonly<Record<string, string>>;
  /** In place of the placeholder's own name. */
  path?: Readonly<Record<string, string>>;
  /** Variables that are set from the answer, by the path of the value in it. */
  remember?: Readonly<Record<string, string>>;
  /** Variables that are emptied after a 2xx, because what they name is gone. */
  forget?: readonly string[];
  /** A file of `scripts/` that is run on the answer. */
  script?: string;
  /** What a reader has to know besides the description. */
  note?: string;
};

export type Folder = { name: string; description: string; steps: readonly Step[] };

/** Circumstances that the collection's test knows, and what never depends on one. */
export type Refusal = 'with a test key' | 'once it has arrived' | `: ${string}`;

/** A variable of the collection, empty unless it has a value from the start. */
export type Variable = { key: string; description: string; value?: string };
