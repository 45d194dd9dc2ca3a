import { useLanguage, useWords } from '../../../i18n/language.tsx';
import { highlight } from '../highlight.ts';
import { textIn } from '../patient/language.tsx';
import { useConcepts } from '../queries.ts';
import type { Evidence } from '../steps.ts';
import { words } from '../words.ts';
import styles from './understood.module.css';

/** A text with the places marked in which something was read. Each place also says what, for who cannot see the mark. */
export function Marked({ text, evidence }: { text: string; evidence: readonly Evidence[] }) {
  const say = useWords(words);
  const { language } = useLanguage();
  const concepts = useConcepts(evidence.map(({ finding }) => finding));
  const nameOf = ({ finding, status }: Evidence): string => {
    const concept = concepts.get(finding);
    const name = concept ? textIn(language, { text: concept.name, text_cs: concept.name_cs }) : finding;
    return `${name}: ${say(`status.${status}`)}`;
  };
  let offset = 0;
  return highlight(text, evidence).map((piece) => {
    const start = offset;
    offset += piece.text.length;
    const [first] = piece.read;
    if (first === undefined) return <span key={start}>{piece.text}</span>;
    const said = piece.read.map(nameOf).join(', ');
    return (
      <mark key={start} className={styles['mark']} data-status={first.status} title={said}>
        {piece.text}
        <span className={styles['aloud']}> ({said})</span>
      </mark>
    );
  });
}
