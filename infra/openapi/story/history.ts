import { at, background, ENGINE_VERSION, ids, PATIENT_ID } from './ids.ts';
import { firstQuestion, lastAnswer, lastReading, results } from './interview.ts';

const { evidence, ...read } = lastReading;

/** How the interview stands in the log: its opening and its last answer. */
export const history = {
  session_id: ids.session,
  events: [
    {
      revision: 0,
      event_id: ids.opened,
      type: 'session-opened',
      at: at.opened,
      actor: {
        type: 'api_key',
        id: ids.liveKey,
      },
      request_id: ids.request,
      engine_version: ENGINE_VERSION,
      tokens_charged: 1,
      data: {
        session_id: ids.session,
        test: false,
        complaint: 'chest_pain',
        intake: {
          chief_complaint: 'chest pain since this morning',
          patient_id: PATIENT_ID,
          age: 54,
          sex: 'male',
          free_text: null,
          initial_fields: {},
          reading: {
            evidence: [
              {
                finding: 'has_chest_pain',
                status: 'present',
                confidence: 0.95,
                source: 'text',
                span: {
                  start: 0,
                  end: 10,
                  text: 'chest pain',
                },
              },
              {
                finding: 'lasts_under_24h',
                status: 'present',
                confidence: 0.95,
                source: 'text',
                span: {
                  start: 11,
                  end: 29,
                  text: 'since this morning',
                },
              },
              {
                finding: 'duration_hours',
                status: 'present',
                value: 6,
                confidence: 0.95,
                source: 'text',
                span: {
                  start: 17,
                  end: 29,
                  text: 'this morning',
                },
              },
            ],
            extracted_fields: {
              has_chest_pain: true,
              lasts_under_24h: true,
              duration_hours: 6,
            },
            extracted_flags: [],
            field_confidences: {
              has_chest_pain: 0.95,
              lasts_under_24h: 0.95,
              duration_hours: 0.95,
            },
            unrecognised: [],
            age_months: null,
            sex: null,
          },
          branches: ['chest_pain'],
          background: {
            ...background,
            evidence: [
              {
                finding: 'hypertension',
                status: 'present',
                confidence: 0.95,
                source: 'profile',
              },
              {
                finding: 'family_heart_disease',
                status: 'present',
                confidence: 0.9,
                source: 'profile',
              },
              {
                finding: 'smoker',
                status: 'present',
                confidence: 1,
                source: 'profile',
              },
              {
                finding: 'heavy_alcohol',
                status: 'absent',
                confidence: 1,
                source: 'profile',
              },
            ],
          },
        },
        outcome: {
          triage_level: 'emergency',
          triage_reason: {
            kind: 'complaint',
            code: 'chest_pain',
            source: 'NICE CG95. Recent-onset chest pain of suspected cardiac origin (updated 2016)',
          },
          differentials: [
            {
              code: 'chest_wall_pain',
              diagnosis: 'Costochondritis (musculoskeletal chest pain)',
              diagnosis_cs: 'Kostochondritida (bolest hrudní stěny)',
              icd: 'M94.0',
              probability: 0.262,
              rank: 1,
            },
            {
              code: 'acute_myocardial_infarction',
              diagnosis: 'Acute myocardial infarction',
              diagnosis_cs: 'Akutní infarkt myokardu',
              icd: 'I21.9',
              probability: 0.1338,
              rank: 2,
            },
            {
              code: 'gastro_oesophageal_reflux',
              diagnosis: 'Gastro-oesophageal reflux disease',
              diagnosis_cs: 'Refluxní choroba jícnu',
              icd: 'K21.9',
              probability: 0.0692,
              rank: 3,
            },
          ],
          red_flags: [],
          active_branches: ['chest_pain'],
          current_question: firstQuestion,
          is_complete: false,
          stop_reason: null,
        },
      },
    },
    {
      revision: 7,
      event_id: ids.answered,
      type: 'session-answered',
      at: at.lastAnswer,
      actor: {
        type: 'api_key',
        id: ids.liveKey,
      },
      request_id: ids.request,
      engine_version: ENGINE_VERSION,
      tokens_charged: 8,
      data: {
        kind: 'question',
        skipped: false,
        answer: {
          question_id: 'radiates_left_arm',
          raw_text: 'Yes, into my left arm.',
          supplied_fields: {},
          supplied_flags: [],
          unclear: false,
          reading: {
            evidence,
            ...read,
            unrecognised: [],
            age_months: null,
            sex: null,
          },
        },
        outcome: {
          triage_level: results.triage_level,
          triage_reason: {
            kind: 'rule',
            code: 'rf_acs_features',
            source: 'NICE NG185. Acute coronary syndromes (2020)',
          },
          differentials: results.differentials,
          red_flags: results.red_flags,
          active_branches: ['chest_pain'],
          current_question: null,
          is_complete: true,
          stop_reason: 'emergency',
          new_red_flags: lastAnswer.new_red_flags,
        },
      },
    },
  ],
};
