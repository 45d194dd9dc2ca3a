import type { Answer, Question } from '../interview.ts';

/** What every form of an answer takes: the question, and how its answer is sent. */
export type AnswerProps = { question: Question; isBusy: boolean; send: (answer: Answer) => void };
