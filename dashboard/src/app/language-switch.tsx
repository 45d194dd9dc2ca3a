import { LANGUAGES } from '../i18n/catalogue.ts';
import { useLanguage, useWords } from '../i18n/language.tsx';
import styles from './language-switch.module.css';
import { words } from './words/words.ts';

const NAMES = { en: 'English', cs: 'Čeština' };

/** Each language under its own name. */
export function LanguageSwitch() {
  const say = useWords(words);
  const { language, setLanguage } = useLanguage();
  return (
    <select
      className={styles['select']}
      aria-label={say('language')}
      value={language}
      onChange={(event) => {
        const chosen = LANGUAGES.find((each) => each === event.currentTarget.value);
        if (chosen) setLanguage(chosen);
      }}
    >
      {LANGUAGES.map((each) => (
        <option key={each} value={each} lang={each}>
          {NAMES[each]}
        </option>
      ))}
    </select>
  );
}
