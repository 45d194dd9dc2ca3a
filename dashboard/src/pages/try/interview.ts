import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { components } from '../../../../client/client.ts';
import type { Language } from '../../i18n/catalogue.ts';
import { answered } from '../../service/faults.ts';
import { useApi } from '../../session/use-session.tsx';
import type { Call } from './calls.ts';

type Schemas = components['schemas'];
export type Question = Schemas['CurrentQuestion'];
export type Intake = Schemas['CreateSession'];
export type Answer = Omit<Schemas['AnswerQuestion'], 'question_id'>;
export type Finalized = Schemas['FinalizedSession'];

/** An interview as it stands; it lives in the page alone. */
export type Interview = {
  sessionId: string;
  language: Language;
  /** Counts what was sent: what is read anew after each. */
  step: number;
  question: Question | null;
  questionsAsked: number;
  level: Schemas['TriageLevel'];
  newFlags: readonly string[];
  /** How often something was told that no question had asked for. */
  toldUnasked: number;
  stopReason: Schemas['StopReason'] | null;
  finalized: Finalized | null;
};

/** Where the queries keep everything of this page's interviews; they go when one starts again. */
export const TRY = 'try';

/** What stands in the place of a question where none asked. */
export const UNASKED = 'additional';

const NO_ATTEMPT = { wish: '', key: '' };

/** One Idempotency-Key for one wish: a repeat of the same body has the key of before, until it is forgotten. */
function useAttempts() {
  const last = useRef(NO_ATTEMPT);
  const headerOf = (wish: string): { 'Idempotency-Key': string } => {
    if (last.current.wish !== wish) last.current = { wish, key: crypto.randomUUID() };
    return { 'Idempotency-Key': last.current.key };
  };
  const forget = (): void => {
    last.current = NO_ATTEMPT;
  };
  return { headerOf, forget };
}

/** The one interview of the page, what may be done with it, and the calls that were made. */
export function useInterview() {
  const api = useApi();
  const queries = useQueryClient();
  const { headerOf, forget } = useAttempts();
  const [interview, setInterview] = useState<Interview | null>(null);
  const [calls, setCalls] = useState<readonly Call[]>([]);
  const record = useCallback((call: Call) => setCalls((all) => [...all, call]), []);

  const open = useMutation({
    mutationFn: async ({ intake, language }: { intake: Intake; language: Language }) => {
      const header = { ...headerOf(JSON.stringify(intake)), 'X-Svc-Mode': 'test' as const };
      const opened = await answered(api.POST('/v1/sessions', { body: intake, params: { header } }));
      record({ method: 'POST', path: '/v1/sessions', body: intake });
      setInterview({
        sessionId: opened.session_id,
        language,
        step: 1,
        question: opened.current_question,
        questionsAsked: opened.questions_asked,
        level: opened.triage_level,
        newFlags: opened.red_flags,
        toldUnasked: 0,
        stopReason: null,
        finalized: null,
      });
    },
  });
  const answer = useMutation({
    mutationFn: async ({ now, body }: { now: Interview; body: Schemas['AnswerQuestion'] }) => {
      const path = '/v1/sessions/{session_id}/answer';
      const header = headerOf(`${now.sessionId} ${now.step} ${JSON.stringify(body)}`);
      const params = { path: { session_id: now.sessionId }, header };
      const next = await answered(api.POST(path, { body, params }));
      record({ method: 'POST', path, body });
      setInterview({
        ...now,
        step: now.step + 1,
        question: next.current_question,
        questionsAsked: next.questions_asked,
        level: next.triage_level,
        newFlags: next.new_red_flags,
        toldUnasked: now.toldUnasked + (body.question_id === UNASKED ? 1 : 0),
        stopReason: next.stop_reason,
      });
    },
  });
  const finish = useMutation({
    mutationFn: async (now: Interview) => {
      const path = '/v1/sessions/{session_id}/finalize';
      const header = headerOf(`${now.sessionId} finalize`);
      const params = { path: { session_id: now.sessionId }, header };
      const finalized = await answered(api.POST(path, { params }));
      record({ method: 'POST', path });
      setInterview({
        ...now,
        step: now.step + 1,
        question: null,
        level: finalized.triage_level,
        newFlags: [],
        finalized,
      });
    },
  });
  const startAgain = (): void => {
    forget();
    setInterview(null);
    setCalls([]);
    answer.reset();
    finish.reset();
    queries.removeQueries({ queryKey: [TRY] });
  };
  return { interview, calls, record, open, answer, finish, startAgain };
}

export type Doing = ReturnType<typeof useInterview>;
