import { useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { Choice, ChoiceGroup, TextField } from '../../components/field.tsx';
import { useWords } from '../../i18n/language.tsx';
import { EVENTS, type EventName } from './codes.ts';
import styles from './page.module.css';
import { codes, words } from './words.ts';

/** Where events are sent, and which. */
export function EndpointFields({ url, events }: { url?: string; events: readonly EventName[] }) {
  const say = useWords(words);
  const sayCode = useWords(codes);
  const group = useRef<HTMLDivElement>(null);
  const tickAll = (isTicked: boolean): void => {
    for (const box of group.current?.querySelectorAll<HTMLInputElement>('input') ?? [])
      box.checked = isTicked;
  };
  return (
    <>
      <TextField
        label={say('url')}
        name="url"
        type="url"
        required
        minLength={10}
        maxLength={500}
        defaultValue={url}
        placeholder="https://clinic.example/hooks"
        autoComplete="off"
        hint={say('urlHint')}
      />
      <div ref={group}>
        <ChoiceGroup label={say('events')} name="events">
          <div className={styles['bar']} data-start="">
            <Button size="small" onClick={() => tickAll(true)}>
              {say('tickAll')}
            </Button>
            <Button size="small" look="quiet" onClick={() => tickAll(false)}>
              {say('tickNone')}
            </Button>
          </div>
          <div className={styles['choices']}>
            {EVENTS.map((event) => (
              <Choice
                key={event}
                name="events"
                value={event}
                defaultChecked={events.includes(event)}
                label={<code>{event}</code>}
                hint={sayCode(`event.${event}`)}
              />
            ))}
          </div>
        </ChoiceGroup>
      </div>
    </>
  );
}

/** What was ticked. */
export const eventsIn = (values: FormData): EventName[] =>
  EVENTS.filter((event) => values.getAll('events').includes(event));
