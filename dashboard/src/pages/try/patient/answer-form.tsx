import { useState, type ReactNode } from 'react';
import { Duration, Measure, Several } from './answer-controls.tsx';
import type { AnswerProps } from './answer-props.ts';
import { textIn, usePatientLanguage, usePatientWords } from './language.tsx';
import { OwnWords } from './own-words.tsx';
import styles from './answer.module.css';

/** The answer in the form that the question wants; own words and a skip always do. */
export function AnswerForm(props: AnswerProps) {
  const say = usePatientWords();
  const [isTyping, setTyping] = useState(false);
  const { question, isBusy, send } = props;
  const isText = question.answer_type === 'text';
  return (
    <div className={styles['form']}>
      {isText || isTyping ? (
        <OwnWords
          label={say('answer')}
          action={say('send')}
          isBusy={isBusy}
          isFocused={isTyping}
          onSend={(text) => send({ raw_text: text })}
        />
      ) : (
        <Control {...props} />
      )}
      <div className={styles['other']}>
        {!isText && !isTyping && (
          <Choice look="quiet" isBusy={isBusy} onPress={() => setTyping(true)}>
            {say('typed')}
          </Choice>
        )}
        <Choice look="quiet" isBusy={isBusy} onPress={() => send({ skip: true })}>
          {say('skip')}
        </Choice>
      </div>
    </div>
  );
}

function Control(props: AnswerProps) {
  switch (props.question.answer_type) {
    case 'boolean':
      return <YesNo {...props} />;
    case 'choice':
      return <One {...props} />;
    case 'choices':
      return <Several {...props} />;
    case 'number':
      return <Measure {...props} />;
    case 'duration':
      return <Duration {...props} />;
    case 'text':
      return null;
  }
}

type ChoiceProps = { look: 'big' | 'quiet'; isBusy: boolean; onPress: () => void; children: ReactNode };

const Choice = ({ look, isBusy, onPress, children }: ChoiceProps) => (
  <button type="button" className={styles[look]} aria-disabled={isBusy} onClick={onPress}>
    {children}
  </button>
);

function YesNo({ question: { question_id: id }, isBusy, send }: AnswerProps) {
  const say = usePatientWords();
  const answers = [
    { word: say('yes'), value: true },
    { word: say('no'), value: false },
    { word: say('dontKnow'), value: null },
  ];
  return (
    <div className={styles['three']}>
      {answers.map(({ word, value }) => (
        <Choice
          look="big"
          key={word}
          isBusy={isBusy}
          onPress={() => send({ extracted_fields: { [id]: value } })}
        >
          {word}
        </Choice>
      ))}
    </div>
  );
}

function One({ question: { question_id: id, choices }, isBusy, send }: AnswerProps) {
  const say = usePatientWords();
  const language = usePatientLanguage();
  return (
    <div className={styles['list']}>
      {choices.map((choice) => (
        <Choice
          look="big"
          key={choice.code}
          isBusy={isBusy}
          onPress={() => send({ extracted_fields: { [id]: choice.code } })}
        >
          {textIn(language, choice)}
        </Choice>
      ))}
      <Choice look="big" isBusy={isBusy} onPress={() => send({ extracted_fields: { [id]: null } })}>
        {say('dontKnow')}
      </Choice>
    </div>
  );
}
