import { Card, Facts } from '../../components/card.tsx';
import { FaultState } from '../../components/fault.tsx';
import { SkeletonBlock } from '../../components/skeleton.tsx';
import { TriageLevel } from '../../components/triage-level.tsx';
import { useFormat, useWords } from '../../i18n/language.tsx';
import styles from './page.module.css';
import { useExplanation, type Explanation } from './queries.ts';
import { useText } from '../../i18n/texts.ts';
import { words } from './words.ts';

/** Why the session stands as it does, with the source of each reason. */
export function ExplanationView({ sessionId }: { sessionId: string }) {
  const explanation = useExplanation(sessionId);
  if (explanation.isError)
    return <FaultState fault={explanation.error} onRetry={() => void explanation.refetch()} />;
  if (explanation.data === undefined) return <SkeletonBlock lines={8} />;
  return <Explained explanation={explanation.data} />;
}

type Of = { explanation: Explanation };

function Explained({ explanation }: Of) {
  const say = useWords(words);
  const { is_exact, engine_version, explained_by } = explanation;
  return (
    <div className={styles['grid']}>
      <div className={styles['column']}>
        <Level explanation={explanation} />
        <Question explanation={explanation} />
        <p className={styles['soft']}>
          {!is_exact && say('notExact', { then: engine_version, now: explained_by })} {say('disclaimer')}
        </p>
      </div>
      <Diagnoses explanation={explanation} />
    </div>
  );
}

type Reason = { code: string; text: string; text_cs: string; source: string };

function WithSource({ reason }: { reason: Reason }) {
  const say = useWords(words);
  const text = useText();
  return (
    <div className={styles['stack']}>
      {text(reason.text, reason.text_cs)}
      {reason.source !== '' && (
        <cite className={styles['soft']}>{say('source', { source: reason.source })}</cite>
      )}
    </div>
  );
}

function Level({ explanation: { triage, advice } }: Of) {
  const say = useWords(words);
  const text = useText();
  const named = (all: typeof triage.findings) =>
    all.map(({ finding, label, label_cs }) => <li key={finding}>{text(label, label_cs)}</li>);
  return (
    <Card title={say('whyLevel')}>
      <TriageLevel level={triage.level} size="large" />
      <Facts
        facts={[
          { term: say(`kind.${triage.kind}`), value: <WithSource reason={triage.decided_by} /> },
          ...(triage.findings.length === 0
            ? []
            : [{ term: say('rests'), value: <ul className={styles['plain']}>{named(triage.findings)}</ul> }]),
          ...(triage.unconfirmed.length === 0
            ? []
            : [
                {
                  term: say('unconfirmed'),
                  value: <ul className={styles['plain']}>{named(triage.unconfirmed)}</ul>,
                },
              ]),
          ...triage.red_flags.map((flag) => ({
            term: say('redFlags'),
            value: <WithSource reason={flag} />,
          })),
          { term: say('who'), value: text(advice.who, advice.who_cs) },
          { term: say('howSoon'), value: text(advice.how_soon, advice.how_soon_cs) },
        ]}
      />
    </Card>
  );
}

function Question({ explanation: { question } }: Of) {
  const say = useWords(words);
  const text = useText();
  if (question === null) return null;
  return (
    <Card title={say('whyQuestion')}>
      <p>{text(question.text, question.text_cs)}</p>
      {question.rules.map((rule) => (
        <WithSource key={rule.code} reason={rule} />
      ))}
    </Card>
  );
}

function Diagnoses({ explanation: { differentials } }: Of) {
  const say = useWords(words);
  const format = useFormat();
  const text = useText();
  return (
    <Card title={say('whyDiagnoses')}>
      {differentials.length === 0 && <p className={styles['soft']}>{say('noDifferential')}</p>}
      {differentials.map((each, index) => (
        <details key={each.rank} className={styles['diagnosis']} open={index === 0}>
          <summary>
            <span className={styles['percent']}>{format.percent(each.probability)}</span>
            {text(each.diagnosis, each.diagnosis_cs)} <span className={styles['soft']}>{each.icd}</span>
          </summary>
          <Weights title={say('for')} evidence={each.evidence_for} />
          <Weights title={say('against')} evidence={each.evidence_against} />
          <Weights
            title={say('unasked')}
            isOpen
            evidence={each.unasked.map(({ if_present, ...rest }) => ({ ...rest, weight: if_present }))}
          />
        </details>
      ))}
    </Card>
  );
}

type Weight = { finding: string; label: string; label_cs: string; weight: number; source: string };

function Weights({
  title,
  evidence,
  isOpen = false,
}: {
  title: string;
  evidence: readonly Weight[];
  isOpen?: boolean;
}) {
  const say = useWords(words);
  const text = useText();
  if (evidence.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className={styles['weights']}>
        {evidence.map(({ finding, label, label_cs, weight, source }) => {
          // Weights come in nats: their exponential is the factor of the odds.
          const factor = Number(Math.exp(weight).toPrecision(2));
          return (
            <li key={finding}>
              {text(label, label_cs)} <span>{say(isOpen ? 'ifPresent' : 'odds', { factor })}</span>
              <cite className={styles['soft']}>{say('source', { source })}</cite>
            </li>
          );
        })}
      </ul>
    </>
  );
}
