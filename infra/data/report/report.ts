import { openFacts } from '../facts-duck.ts';
import { missingFor } from '../facts-views.ts';
import { readManifest } from '../../../projectors/extracts/manifest.ts';
import { chapters } from '../questions/all.ts';
import { reportPage, type Answered, type AnsweredChapter } from './page.ts';

/** Answers every question on an extract. The same extract gives the same page. Throws DataError where the folder holds none. */
export async function reportOf(
  folder: string,
  onAnswered: (done: number) => void = () => undefined,
): Promise<string> {
  const { statement } = await readManifest(folder);
  const facts = { folder, statement };
  const { answer, close } = await openFacts(facts);
  try {
    const answered: AnsweredChapter[] = [];
    let done = 0;
    for (const { title, questions } of chapters) {
      const ofChapter: Answered[] = [];
      for (const question of questions) {
        const missing = missingFor(question, facts);
        ofChapter.push(
          missing.length > 0 ? { question, missing } : { question, answer: await answer(question.sql) },
        );
        onAnswered((done += 1));
      }
      answered.push({ title, answered: ofChapter });
    }
    return reportPage(statement, answered);
  } finally {
    close();
  }
}
