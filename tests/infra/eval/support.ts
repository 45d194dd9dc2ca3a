import type { Sentence } from '../../../infra/eval/sentences.ts';

/** A sentence about a fever, as the evaluation's own are. */
export const sentence = (kind: Sentence['kind'], text: string): Sentence => ({
  system: 'general',
  finding: 'has_fever',
  lang: 'en',
  kind,
  text,
  set: 'sentences-own',
  split: 'work',
});
