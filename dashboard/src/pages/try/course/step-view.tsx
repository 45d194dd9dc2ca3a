import { useLanguage, useWords } from '../../../i18n/language.tsx';
import { textIn } from '../patient/language.tsx';
import type { Step } from '../steps.ts';
import { words } from '../words.ts';
import styles from './course.module.css';
import { Marked } from './marked.tsx';
import { useSaid } from './said.ts';
import { Understood } from './understood.tsx';

/** What was asked and told at a step, with what was understood marked in it and named below it. */
export function StepView({ step }: { step: Step }) {
  const say = useWords(words);
  const { language } = useLanguage();
  const said = useSaid()(step);
  return (
    <div className={styles['step']}>
      <h3>{step.question ? textIn(language, step.question) : say(`step.${step.kind}`)}</h3>
      {step.told.map(({ what, text }) => (
        <figure key={what} className={styles['told']}>
          <figcaption>{say(`told.${what}`)}</figcaption>
          <blockquote>
            <Marked text={text} evidence={step.evidence} />
          </blockquote>
        </figure>
      ))}
      {said !== null && (
        <p className={styles['said']}>
          {say('told.said')}: <strong>{said}</strong>
        </p>
      )}
      {!step.isSkipped && step.kind !== 'finalized' && <Understood evidence={step.evidence} />}
    </div>
  );
}
