import { UNASKED, type Doing, type Interview } from '../interview.ts';
import { usePatientWords } from './language.tsx';
import { OwnWords } from './own-words.tsx';
import styles from './patient.module.css';

/** Takes what no question asked for, also after the last one. What was typed stays until it has arrived. */
export function Additional({ doing: { answer }, interview }: { doing: Doing; interview: Interview }) {
  const say = usePatientWords();
  return (
    <div className={styles['additional']}>
      <OwnWords
        key={interview.toldUnasked}
        label={say('anythingElse')}
        hint={say('anythingElseHint')}
        action={say('tell')}
        isQuiet
        isBusy={answer.isPending}
        onSend={(text) => answer.mutate({ now: interview, body: { question_id: UNASKED, raw_text: text } })}
      />
      <p role="status">{interview.toldUnasked > 0 && say('told')}</p>
    </div>
  );
}
