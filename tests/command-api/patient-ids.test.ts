import { randomBytes } from 'node:crypto';
import test from 'ava';
import { VISIBLE_ID_PATTERN } from '../../shared/http/visible-id.ts';
import { patientParams } from '../../shared/patients/schemas.ts';
import { fieldsOf } from '../support/answers.ts';
import { at, openSession, profileOf, startPatientsApi } from '../support/patients.ts';

const patients = await startPatientsApi();
const { live } = await patients.newClinic();
test.after.always(patients.stop);

test('ids of real systems: blanks, slashes, marks and any script, in one form', async (t) => {
  const tail = randomBytes(3).toString('hex');
  for (const id of [
    `Dvořák, Jan 12/3 ${tail}`,
    `患者 ${tail}`,
    `a#b?c%2F;d ${tail}`,
    `...${tail}`,
    `🙂${tail}`,
  ]) {
    t.is((await live('PUT', at(id.normalize('NFD')), { allergies: ['nuts'] })).status, 201, id);
    const found = await live('GET', at(id.normalize('NFC')));
    t.is(profileOf(found).partner_patient_id, id.normalize('NFC'));
    const session = await openSession(live, id.normalize('NFD'));
    const listed = await live('GET', at(id, '/sessions'));
    t.deepEqual(
      (listed.body as { session_id: string }[]).map((one) => one.session_id),
      [session],
      id,
    );
  }
});

test('an id that a path would not keep, or that nobody sees, is a 422', async (t) => {
  for (const id of [
    '.',
    '..',
    ' ',
    ' a',
    'a ',
    'a\tb',
    'a\nb',
    'a\u200bb',
    '\u202egnp',
    'a\u00a0b',
    'x'.repeat(201),
  ]) {
    const created = await live('POST', '/v1/sessions', { chief_complaint: 'cough', patient_id: id });
    t.deepEqual([created.status, fieldsOf(created)], [422, ['patient_id']], JSON.stringify(id));
  }
  // URL libraries take dot segments out of a path before they send it; others do not.
  for (const id of ['.', '..', ' ']) t.false(patientParams.safeParse({ patient_id: id }).success, id);
  t.is((await live('PUT', at('𝄞'.repeat(200)), {})).status, 201, 'counted in characters');
});

test('no character that shows nothing or turns the direction is part of an id, nor a code point that is none', (t) => {
  const unseen = [
    /[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Bidi_Control}\p{Join_Control}]/u,
    /[\p{Variation_Selector}\p{White_Space}\p{Z}\p{Cc}\p{Cs}]/u,
    /[\ufff9-\ufffb\u{13430}-\u{1343f}\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u,
  ];
  const described = new RegExp(VISIBLE_ID_PATTERN);
  const wrong = [];
  for (let code = 0; code <= 0x10_ff_ff; code += 1) {
    const id = `a${String.fromCodePoint(code)}b`;
    const isTaken = patientParams.safeParse({ patient_id: id }).success;
    const isAsDescribed = isTaken === described.test(id);
    const isUnseen = code !== 0x20 && unseen.some((kind) => kind.test(id));
    if (isTaken === isUnseen || !isAsDescribed) wrong.push(code.toString(16));
  }
  t.deepEqual(wrong, []);
});

test('what is drawn is part of an id: marks, formats with a shape, private use, what a later Unicode may draw', (t) => {
  const drawn = [
    '\u0600\u0661',
    '\u{110bd}\u{11067}',
    'क्ष',
    'ក្រ',
    '\u{13000}\u{13447}',
    '\ue000',
    '\u{5fffd}',
    '\ufffc',
  ];
  for (const id of drawn) t.true(patientParams.safeParse({ patient_id: id }).success, id);
});

test('an id that is far too long costs no more than reading it', (t) => {
  const marks = `a${'\u0301\u0323'.repeat(250_000)}`;
  const startedMs = performance.now();
  t.false(patientParams.safeParse({ patient_id: marks }).success);
  t.true(performance.now() - startedMs < 1_000);
  // The longest that anything of 200 characters can be: each in its parts.
  t.true(patientParams.safeParse({ patient_id: '\u1f82'.repeat(200).normalize('NFD') }).success);
});
