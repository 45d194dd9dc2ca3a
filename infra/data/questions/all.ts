import { account } from './account.ts';
import { feedback } from './feedback.ts';
import { interviews } from './interviews.ts';
import { levels } from './levels.ts';
import { people } from './people.ts';
import type { Chapter, Question } from './question.ts';

/** What data teams ask first. */
export const chapters: readonly Chapter[] = [interviews, levels, people, feedback, account];

export const questions: readonly Question[] = chapters.flatMap((chapter) => chapter.questions);
