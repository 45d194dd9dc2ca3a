/**
 * When an ambiguous word has a sense that is no complaint: words of everyday language are also words of complaints, "back" in "came back", "moc" (much) that without its
 * accent looks like "moč" (urine). In these surroundings they are not read as part of a phrase.
 */
export type SenseRule = {
  before?: ReadonlySet<string>;
  after?: ReadonlySet<string>;
  onlyAfter?: RegExp;
  unlessBefore?: RegExp;
  unlessLead?: RegExp;
  /** A word within a few tokens that shows the other sense. */
  near?: RegExp;
  /** What the words right before it end with, and what the words right after it begin with, in the other sense. */
  lead?: RegExp;
  rest?: RegExp;
};
