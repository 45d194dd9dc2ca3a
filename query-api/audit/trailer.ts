/** What stands at the end of an export. `digest` is the SHA-256 (hex) of every byte before the trailer's line. */
export type Trailer = {
  exported_at: string;
  count: number;
  digest: string;
  /** The row of the chain up to which was read, and its hash: what a later export has to agree with. */
  chain_position: number;
  chain_hash: string;
};
