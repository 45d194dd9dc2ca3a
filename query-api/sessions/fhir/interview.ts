import type { Patient, QuestionnaireResponse, QuestionnaireResponseItem } from 'fhir/r4.js';
import type { SessionRecord } from '../session-record.ts';
import { identifier, isTold, plain, referTo, SYSTEMS } from './identity.ts';

/** Who it is about, as far as the session knows. The age is no date of birth: it stands in the interview. */
export function toPatient({ patient_id, demographics }: SessionRecord): Patient {
  return {
    resourceType: 'Patient',
    ...(isTold(patient_id) && { identifier: [identifier(SYSTEMS.patient, patient_id)] }),
    ...(demographics.sex === null ? {} : { gender: demographics.sex }),
  };
}

/** Everything that was told, in the order in which it was. */
export function toInterview(record: SessionRecord): QuestionnaireResponse {
  const { session_id, state, demographics, chief_complaint, free_text } = record;
  return {
    resourceType: 'QuestionnaireResponse',
    identifier: identifier(SYSTEMS.session, session_id),
    questionnaire: SYSTEMS.questionnaire,
    status: state.status === 'finalized' ? 'completed' : 'in-progress',
    subject: referTo(session_id, 'patient'),
    authored: record.answers.at(-1)?.at ?? state.created_at,
    item: [
      textItem('chief_complaint', 'Chief complaint', chief_complaint),
      ...(free_text === null ? [] : [textItem('free_text', 'Free text', free_text)]),
      ...(demographics.age === null
        ? []
        : [{ linkId: 'age', text: 'Age in years', answer: [{ valueInteger: demographics.age }] }]),
      ...fieldItems('initial_fields', record.initial_fields),
      ...record.answers.map(toItem),
    ],
  };
}

const textItem = (linkId: string, text: string, told: string): QuestionnaireResponseItem =>
  isTold(told) ? { linkId, text, answer: [{ valueString: plain(told) }] } : { linkId, text };

type Telling = SessionRecord['answers'][number];

function toItem(telling: Telling): QuestionnaireResponseItem {
  const { question_id, question, kind, erased, raw_text } = telling;
  // Of an erased answer nothing is told, not even to which question it was.
  const linkId = question_id ?? (erased ? 'erased' : kind);
  const item: QuestionnaireResponseItem = { linkId, ...(question === null ? {} : { text: question.text }) };
  if (erased) return { ...item, extension: [{ url: SYSTEMS.dataAbsent, valueCode: 'masked' }] };
  const fields = [
    ...fieldItems(linkId, telling.extracted_fields),
    ...fieldItems(linkId, telling.supplied_fields),
  ];
  if (isTold(raw_text)) {
    return {
      ...item,
      answer: [{ valueString: plain(raw_text), ...(fields.length > 0 && { item: fields }) }],
    };
  }
  return fields.length > 0 ? { ...item, item: fields } : item;
}

/** One item for each field; a value that is no single number, text or yes and no is told as JSON. */
const fieldItems = (parent: string, fields: Telling['supplied_fields']): QuestionnaireResponseItem[] =>
  Object.entries(fields).flatMap(([code, value]) => {
    const linkId = plain(`${parent}.${code}`);
    if (value === null) return [{ linkId }];
    if (typeof value === 'boolean') return [{ linkId, answer: [{ valueBoolean: value }] }];
    if (typeof value === 'number') return [{ linkId, answer: [{ valueDecimal: value }] }];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return isTold(text) ? [{ linkId, answer: [{ valueString: plain(text) }] }] : [{ linkId }];
  });
