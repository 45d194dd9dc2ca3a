import type { ReactNode } from 'react';
import { FaultNotice } from '../../../components/fault.tsx';
import { SkeletonBlock } from '../../../components/skeleton.tsx';
import { useFormat, useLanguage, useWords } from '../../../i18n/language.tsx';
import { textIn } from '../patient/language.tsx';
import { useExplanation, type Explanation } from '../queries.ts';
import { words } from '../words.ts';
import styles from './reasons.module.css';

type Props = { of: Parameters<typeof useExplanation>[0]; isLatest: boolean };

/** Why this level, this question and these diagnoses, each with where it is published. */
export function Reasons({ of, isLatest }: Props) {
  const say = useWords(words);
  const explanation = useExplanation(of);
  if (explanation.isError)
    return <FaultNotice fault={explanation.error} onRetry={() => void explanation.refetch()} />;
  if (!explanation.data) return <SkeletonBlock lines={8} />;
  const { triage, question, differentials, advice } = explanation.data;
  return (
    <div className={styles['reasons']}>
      {!isLatest && <p className={styles['soft']}>{say('reason.latest')}</p>}
      <Part title={say('reason.level')}>
        <WhyLevel triage={triage} advice={advice} />
      </Part>
      <Part title={say('reason.question')}>
        <WhyQuestion question={question} />
      </Part>
      <Part title={say('reason.diagnoses')}>
        {differentials.map((differential) => (
          <WhyDiagnosis key={differential.rank} differential={differential} />
        ))}
      </Part>
    </div>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles['part']}>
    <h3>{title}</h3>
    {children}
  </section>
);

function Source({ source }: { source: string }) {
  const say = useWords(words);
  return source === '' ? null : <cite className={styles['source']}>{say('reason.source', { source })}</cite>;
}

function WhyLevel({ triage, advice }: Pick<Explanation, 'triage' | 'advice'>) {
  const say = useWords(words);
  const { language } = useLanguage();
  const labels = [
    { name: say('reason.rests'), findings: triage.findings },
    { name: say('reason.unconfirmed'), findings: triage.unconfirmed },
  ].filter(({ findings }) => findings.length > 0);
  return (
    <>
      <p>
        {say(`reason.kind.${triage.kind}`)} <strong>{textIn(language, triage.decided_by)}</strong>
      </p>
      <Source source={triage.decided_by.source} />
      {labels.map(({ name, findings }) => (
        <div key={name}>
          <p className={styles['name']}>{name}</p>
          <ul>
            {findings.map(({ finding, label, label_cs }) => (
              <li key={finding}>{textIn(language, { text: label, text_cs: label_cs })}</li>
            ))}
          </ul>
        </div>
      ))}
      <p>
        {say('reason.who')}: {textIn(language, { text: advice.who, text_cs: advice.who_cs })}
        <br />
        {say('reason.howSoon')}: {textIn(language, { text: advice.how_soon, text_cs: advice.how_soon_cs })}
      </p>
    </>
  );
}

function WhyQuestion({ question }: Pick<Explanation, 'question'>) {
  const say = useWords(words);
  const { language } = useLanguage();
  if (question === null) return <p>{say('reason.noQuestion')}</p>;
  return (
    <>
      <p>{textIn(language, question)}</p>
      {question.rules.length > 0 && (
        <div>
          <p className={styles['name']}>{say('reason.raises')}</p>
          <ul>
            {question.rules.map((rule) => (
              <li key={rule.code}>
                {textIn(language, rule)} <Source source={rule.source} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function WhyDiagnosis({ differential }: { differential: Explanation['differentials'][number] }) {
  const say = useWords(words);
  const format = useFormat();
  const { language } = useLanguage();
  const { diagnosis, diagnosis_cs, probability, evidence_for, evidence_against, unasked } = differential;
  const odds = (weight: number): string => format.number(Number(Math.exp(weight).toPrecision(2)));
  const told = [
    { name: say('reason.for'), lines: evidence_for },
    { name: say('reason.against'), lines: evidence_against },
  ];
  return (
    <details className={styles['diagnosis']}>
      <summary>
        {textIn(language, { text: diagnosis, text_cs: diagnosis_cs })} · {format.percent(probability)}
      </summary>
      {told.map(({ name, lines }) => (
        <Lines
          key={name}
          name={name}
          lines={lines.map(({ weight, ...line }) => ({
            ...line,
            how: say('reason.odds', { factor: odds(weight) }),
          }))}
        />
      ))}
      <Lines
        name={say('reason.open')}
        lines={unasked.map(({ if_present, ...line }) => ({
          ...line,
          how: say('reason.ifPresent', { factor: odds(if_present) }),
        }))}
      />
    </details>
  );
}

type Line = { finding: string; label: string; label_cs: string; how: string; source: string };

function Lines({ name, lines }: { name: string; lines: readonly Line[] }) {
  const say = useWords(words);
  const { language } = useLanguage();
  return (
    <div>
      <p className={styles['name']}>{name}</p>
      {lines.length === 0 ? (
        <p className={styles['soft']}>{say('reason.nothing')}</p>
      ) : (
        <ul>
          {lines.map(({ finding, label, label_cs, how, source }) => (
            <li key={finding}>
              {textIn(language, { text: label, text_cs: label_cs })}
              <span className={styles['soft']}> · {how}</span> <Source source={source} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
