import type { Answer, Question } from '../interview.ts';

/** What every form of an answer gets. */
export type AnswerProps = { question: Question; isBusy: boolean; send: (answer: Answer) => void };
