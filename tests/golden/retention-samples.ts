import type { NewRetentionEvent } from '../../domain/retention/events.ts';

/** What pruned sessions leave in the log. */
export const retentionSamples: NewRetentionEvent[] = [
  {
    type: 'sessions-counted',
    data: {
      week: '2026-01-05',
      sessions: 3,
      groups: [
        {
          status: 'finalized',
          triage_level: 'urgent',
          complaint: 'chest_pain',
          age_band: '40-64',
          sex: 'female',
          accuracy: 'correct',
          sessions: 2,
          questions_asked: 17,
          minutes: 9,
        },
        {
          status: 'active',
          triage_level: 'routine',
          complaint: null,
          age_band: 'unknown',
          sex: 'unknown',
          accuracy: null,
          sessions: 1,
          questions_asked: 0,
          minutes: 0,
        },
      ],
      red_flags: [{ complaint: 'chest_pain', flag: 'acs_pattern', sessions: 2 }],
      diagnoses: [{ complaint: 'chest_pain', icd: 'I21.9', sessions: 2 }],
    },
  },
];
