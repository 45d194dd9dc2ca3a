import test from 'ava';
import { compileUnreadWords } from '../../../domain/clinical/unread-words.ts';

const file = (name: string, data: object): { name: string; data: unknown } => ({
  name: `${name}/unread.yaml`,
  data: { small_talk: 'hello', denials: 'no none', well: 'fine', alarms: 'blue', ...data },
});

test('the words of both languages are judged by together, each once', (t) => {
  const issues: string[] = [];
  const words = compileUnreadWords(
    [file('en', {}), file('cs', { denials: 'bez no', alarms: 'modry' })],
    issues,
  );
  t.deepEqual(issues, []);
  t.deepEqual(words, {
    small_talk: ['hello'],
    denials: ['no', 'none', 'bez'],
    well: ['fine'],
    alarms: ['blue', 'modry'],
  });
});

test('words that no text can hold, and kinds that do not exist, are refused by name', (t) => {
  const refused = (data: object): string[] => {
    const issues: string[] = [];
    compileUnreadWords([file('cs', data)], issues);
    return issues;
  };
  for (const alarms of ['modrý', 'Blue', 'blue  grey', "can't", '']) {
    const [issue = ''] = refused({ alarms });
    t.regex(issue, /^cs\/unread\.yaml: alarms: /, alarms);
  }
  t.regex(refused({ greetings: 'hello' })[0] ?? '', /^cs\/unread\.yaml: .*greetings/);
});
