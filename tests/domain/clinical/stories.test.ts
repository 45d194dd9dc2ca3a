import test from 'ava';
import { gatherFacts, latestEvidence } from '../../../domain/clinical/facts.ts';
import type { ClinicalCase, Evidence } from '../../../domain/clinical/index.ts';
import { caseOf, engine, knowledge, read } from './engine-fixture.ts';
import { asking } from './text/reading.ts';

/** A case told as free text. */
function told(text: string, changes: Partial<ClinicalCase> = {}): ClinicalCase {
  const { evidence, complaints, sex } = engine.extract(text, null);
  return {
    complaints: complaints.slice(0, 1).map(({ code }) => code),
    age_months: 30 * 12,
    sex,
    evidence,
    asked: [],
    ...changes,
  };
}

const COLD =
  'I have had a runny nose and a cough for two days, I keep sneezing and my throat is a bit scratchy. I drink a lot of ' +
  'tea and go on with my work, and my colleague at the next desk has the same.';

test('how people say that all is well denies what it excludes, in both languages', (t) => {
  t.is(read('My vision is normal.').get('vision_loss'), 'absent');
  t.is(read('Vidím normálně.').get('blurred_vision'), 'absent');
  t.is(read('She is playing normally and eating and drinking.').get('floppy_or_unresponsive'), 'absent');
  t.is(read('Talks in full sentences, afebrile, chest clear.').get('cannot_speak_sentences'), 'absent');
  t.is(read('Talks in full sentences, afebrile, chest clear.').get('has_fever'), 'absent');
  t.is(read('Jinak jsem zdravý, neberu žádné léky.').get('diabetes'), 'absent');
});

test('a word that is a seizure in one place is none in another', (t) => {
  for (const text of ['I am normally fit.', 'Fit and well.', 'FIT 180.', 'She has coughing fits.']) {
    t.is(read(text).get('had_seizure'), undefined, text);
  }
  t.is(read('He had a fit with jerking.').get('had_seizure'), 'present');
});

test('a blocked nose is no breathlessness, although something that follows may be', (t) => {
  t.is(read("I can't breathe through my nose.").get('has_dyspnoea'), undefined);
  t.is(read('Nemůžu dýchat nosem.').get('has_dyspnoea'), undefined);
  t.is(read('I have a runny nose. I cannot breathe.').get('has_dyspnoea'), 'present');
});

test('eyes that light hurts are no painful eyes', (t) => {
  t.is(read('Light hurts my eyes.').get('eye_pain'), undefined);
  t.is(read('Light hurts my eyes.').get('photophobia'), 'present');
  t.is(read('My eye hurts.').get('eye_pain'), 'present');
});

test('around the navel is no knee', (t) => {
  const navel = read('Včera mě bolelo kolem pupíku.');
  t.is(navel.get('has_knee_pain'), undefined);
  t.is(navel.get('pain_around_navel'), 'present');
  t.is(read('Bolest v koleni.').get('has_knee_pain'), 'present');
});

test('words that only look like a sign are none', (t) => {
  for (const [text, finding] of [
    ['Relieved by an antacid from the petrol station.', 'petroleum_swallowed'],
    ['She ate half a slice of toast.', 'has_wound'],
    ['I threw up once, just yellowy stuff.', 'jaundice'],
    ['My eyes have yellow gunk in the morning.', 'jaundice'],
    ['A boy with obesity and knee pain.', 'suicidal_intent'],
    ['Her hands are cold and she looks grey.', 'runny_nose'],
    ['She cannot be pregnant.', 'pregnant'],
    ['My pregnancy test was negative.', 'pregnant'],
    ['I do not sweat or feel sick.', 'nausea'],
    ['I do not vomit or have diarrhoea.', 'diarrhoea'],
    ['Nobody passed out.', 'fainted'],
    ['Mám křečovité bolesti břicha.', 'had_seizure'],
    ['Tělo má zarudlé po očkování.', 'red_eye'],
  ] as const)
    t.not(read(text).get(finding), 'present', text);
  t.is(read('He is yellow all over.').get('jaundice'), 'present');
  t.is(read('I have a cold.').get('runny_nose'), 'present');
  t.is(read('The pregnancy test was positive.').get('pregnant'), 'present');
  t.is(read('Křečoval celým tělem.').get('had_seizure'), 'present');
});

test("the illness and the death of others are not the patient's", (t) => {
  for (const text of [
    'A friend killed himself last week',
    'My friend overdosed on paracetamol yesterday',
    'My boss has tuberculosis and coughs blood',
    'My brother killed himself',
    'Můj kolega má spalničky',
  ]) {
    t.deepEqual(
      [...read(text).values()].filter((status) => status === 'present'),
      [],
      text,
    );
  }
  t.is(read('My brother took an overdose').get('medicine_overdose'), 'present');
  t.is(read('Babička je zmatená').get('confusion'), 'present');
});

test('a normal laboratory value raises no flag, and thousands are read as such', (t) => {
  for (const text of [
    'ALT 25 U/l',
    'ALT 25',
    'd-dimer 20',
    'Hb 140',
    'creatinine 80',
    'troponin 5 ng/l',
    'calcium 2.3',
  ]) {
    t.deepEqual(engine.extract(text, null).flags, [], text);
  }
  t.deepEqual(
    engine.extract('WBC 15,000 /ul', null).evidence.map(({ value }) => value),
    [15],
  );
  t.deepEqual(
    engine.extract('troponin 1,200 ng/l', null).evidence.map(({ value }) => value),
    [1200],
  );
});

test('a laboratory value is read in the units in which letters state it', (t) => {
  const value = (text: string) => engine.extract(text, null).evidence.map((one) => one.value);
  t.deepEqual(value('Hb 7 g/dl'), [70]);
  t.deepEqual(value('Hb 7.2'), [72]);
  t.deepEqual(value('Hb 72'), [72]);
  t.deepEqual(value('CRP 12 mg/dl'), [120]);
  t.deepEqual(value('troponin 0.5 ng/ml'), [500]);
  t.deepEqual(value('ALT 5 µkat/l'), [300]);
});

test('a whole story without a danger may lead to care at home; the same complaint alone does not', (t) => {
  t.is(engine.assess(told(COLD)).triage_level, 'self_care');
  t.is(engine.assess(told('a cough and a runny nose')).triage_level, 'routine');
});

test('a story in which a danger is told keeps its level', (t) => {
  const quiet = engine.assess(told(COLD));
  const breathless = engine.assess(told(`${COLD} I am breathless even when I sit still.`));
  t.is(quiet.triage_level, 'self_care');
  t.true(['emergency', 'emergency_ambulance'].includes(breathless.triage_level), breathless.triage_level);
});

test('silence says less than a no', (t) => {
  const silent = told(COLD, { complaints: ['cough'] });
  const denied = {
    ...silent,
    evidence: [...silent.evidence, absent('has_dyspnoea'), absent('has_chest_pain')],
  };
  const probability = (clinicalCase: ClinicalCase): number =>
    engine.assess(clinicalCase).differentials.find(({ icd }) => icd === 'J18.9')?.probability ?? 0;
  t.true(probability(denied) <= probability(silent));
});

const absent = (finding: string): Evidence => ({
  finding,
  status: 'absent',
  confidence: 1,
  source: 'client',
});

test('where no complaint was recognised, a finding that is one opens its branch', (t) => {
  const outcome = engine.assess(caseOf({ complaints: [], years: 50, present: ['has_chest_pain'] }));
  t.deepEqual(outcome.active_branches, ['chest_pain']);
});

test('what is outside the scope is never sent home', (t) => {
  const start = caseOf({
    complaints: [],
    years: 30,
    absent: ['has_chest_pain', 'has_dyspnoea', 'has_focal_deficit', 'confusion', 'fainted', 'has_fever'],
  });
  t.is(engine.assess(start).triage_level, 'routine');
});

test('what was had is not denied by what one has no wish for', (t) => {
  const story = read('Dnes je to vpravo dole. Zvracel jsem a nechce se mi jíst.');
  t.is(story.get('vomiting'), 'present');
  t.is(story.get('loss_of_appetite'), 'present');
});

test('a denial that belongs to one phrase denies what stands behind it as well', (t) => {
  t.is(read('Epigastric pain, no radiation to back.').get('radiates_to_back'), 'absent');
  t.is(read("The pain doesn't ease even when I sit down and rest.").get('relieved_by_rest'), 'absent');
  const eaten = read("She didn't eat any berries or leaves, she only picked them.");
  t.is(eaten.get('plant_or_berry_eaten'), 'absent');
  t.false(eaten.has('loss_of_appetite'));
  t.is(read('Chest pain, not eased by leaning forward.').get('better_leaning_forward'), 'absent');
  t.is(read('Chest pain, not eased by leaning forward.').get('has_chest_pain'), 'present');
  t.is(read("I can't breathe, chest pain").get('has_chest_pain'), 'present');
});

test('Czech denies behind its object, whatever the object looks like', (t) => {
  t.is(read('Neobvyklý výtok pacientka nemá.').get('vaginal_discharge'), 'absent');
  t.is(read('Voda se mu do ucha nedostala.').get('water_in_ear'), 'absent');
  t.false(read('Popálený není.').get('has_burn') === 'present');
  t.not(read('Do čelisti ani do krku se bolest nešíří.').get('radiates_jaw_or_neck'), 'present');
});

test('a contraction that is spelt wrongly denies', (t) => {
  t.is(read('I was sick twice but my belly dosnt hurt at all').get('has_abdominal_pain'), 'absent');
});

test('a year that is over makes a finding past, in its own part of the sentence', (t) => {
  t.false(read('I had a lump in my neck for months in 2010.').has('enlarged_glands'));
  t.false(read('I dislocated my shoulder at school in the eighties.').has('shoulder_injury'));
  const clot = read('I had a DVT in 2019, chest pain since this morning');
  t.is(clot.get('previous_clot'), 'present');
  t.false(clot.has('one_leg_swelling'));
  t.is(clot.get('has_chest_pain'), 'present');
  t.is(read('I have had headaches since 2010.').get('has_headache'), 'present');
  t.false(read('In the past I had a cough, headaches.').has('has_headache'));
});

test('who tells of a parent and then as much of himself is the patient', (t) => {
  const cold = read("My dad has a painful hip, I've only got a blocked nose.");
  t.false(cold.has('has_hip_or_leg_pain'));
  t.is(cold.get('runny_nose'), 'present');
});

test('an old disease of one does not hide the complaint of another', (t) => {
  const pain = read('My wife has diabetes and I have chest pain.');
  t.is(pain.get('has_chest_pain'), 'present');
  t.false(pain.has('diabetes'));
  const fever = read('I have asthma and my son has a fever.');
  t.is(fever.get('has_fever'), 'present');
  t.false(fever.has('asthma_history'));
});

test('what happens, and on what occasion, may be told in either order', (t) => {
  t.is(read('When I pee, it burns.').get('dysuria'), 'present');
  t.is(read('Když jdu do schodů, bolí mě na hrudi.').get('chest_pain_on_exertion'), 'present');
  t.is(read('My chest hurts when I climb stairs.').get('kneecap_pain_stairs'), undefined);
  t.is(read('When I had no fever, I coughed.').get('has_fever'), 'absent');
});

test('everyday words are not read as the dangers that they resemble', (t) => {
  t.deepEqual([...read('Můžete mi pomoci?').keys()], []);
  t.deepEqual([...read('Vyrazili jsme brzo ráno na výlet do hor.').keys()], []);
  t.false(read('She had a coil fitted last week.').has('had_seizure'));
  t.is(read('He fitted for two minutes.').get('had_seizure'), 'present');
  t.false(read('I had an HIV test for the visa.').has('immunosuppressed'));
  t.is(read('I am HIV positive.').get('immunosuppressed'), 'present');
  t.false(read('I shivered when I got out of the cold pool.').has('fainted'));
  t.false(read('My throat stings when I swallow orange juice.').has('sting_in_mouth'));
  t.is(read('I was stung in the mouth by a wasp.').get('sting_in_mouth'), 'present');
  t.false(read('Píchá mě v koleni, když jdu ze schodů.').has('joint_surgery_or_injection'));
  t.false(read('Řežu dříví na zimu a bolí mě z toho rameno.').has('previous_suicide_attempt'));
});

test('what was only read about is not there, and what was passed is not over', (t) => {
  t.false(read('I read about leukaemia and got scared.').has('cancer_active'));
  t.is(read('He has passed red urine twice.').get('blood_in_urine'), 'present');
  t.false(read('The headache has passed.').get('has_headache') === 'present');
});

test('no over a slash denies all that follows', (t) => {
  const notes = read('No tremor/sweats/fever/confusion, no rash.');
  for (const code of ['has_tremor', 'has_fever', 'confusion', 'rash']) t.is(notes.get(code), 'absent', code);
  t.is(read('fever/cough for two days').get('has_cough'), 'present');
});

test('laboratory values are read by their names, also those that have moved', (t) => {
  const value = (text: string): string =>
    engine
      .extract(text, null)
      .evidence.filter((one) => typeof one.value === 'number')
      .map((one) => `${one.finding}=${String(one.value)}`)
      .join(' ');
  t.is(value('Platelets are 9, K+ 6.6 on the gas.'), 'platelets_10e9_l=9 potassium_mmol_l=6.6');
  t.is(value('Hb has fallen to 72 from 110'), 'haemoglobin_g_l=72');
  t.is(value('Hb dropped from 131 to 58.'), 'haemoglobin_g_l=58');
  t.is(value('Hemoglobin klesl ze 131 na 58.'), 'haemoglobin_g_l=58');
  t.is(value('The INR is over 8'), 'inr_value=8');
  t.is(value('Glukometr ukázal 1,6.'), 'glucose_mmol_l=1.6');
  t.is(value('The glucose meter says 1.6.'), 'glucose_mmol_l=1.6');
  t.is(value('Trombocyty jsou 342, RR counted 34.'), 'platelets_10e9_l=342 respiratory_rate_per_min=34');
  t.is(value('urea 22 mmol/l'), '', 'not a glucose');
  t.is(value('His blood was 24 mmol/l on the meter'), 'glucose_mmol_l=24');
});

test('common Czech is Czech', (t) => {
  t.is(read('Má voteklej kotník.').get('ankle_swelling'), 'present');
  t.is(read('Mám žlutej bělmo a vočí.').get('jaundice'), 'present');
  t.is(read('Bolej mě záda.').get('has_back_pain'), 'present');
});

test('a word is not taken for another one that its stem only resembles', (t) => {
  t.deepEqual([...read('He came out of prison in a difficult situation.').keys()], []);
  t.false(read('The rash was a lot fainter, and the podzim was long.').has('daytime_sleepiness'));
});

test('what is told beside the answer to another question does not shorten the illness', (t) => {
  const length = (complaint: string, target: string, answer: string): Evidence['value'] =>
    latestEvidence([
      ...engine.extract(complaint, null).evidence,
      ...engine.extract(answer, asking(target)).evidence,
    ]).get('duration_hours')?.value;
  t.is(length('My knee has hurt for two years.', 'joint_morning_stiffness', 'yes, for ten minutes'), 17_520);
  t.is(length('Bolí mě koleno dva roky.', 'joint_morning_stiffness', 'ano, tak deset minut'), 17_520);
  t.is(length('My knee has hurt for two years.', 'duration_hours', 'for two weeks'), 336);
  t.is(length('My knee hurts.', 'has_fever', 'yes, for two days'), 48);
});

test('the number of a length decides over a phrase that tells since when it is worse', (t) => {
  const { evidence } = engine.extract('My back has hurt for two years and is worse since last night.', null);
  const facts = gatherFacts(knowledge, { ...told('My back hurts.'), evidence }, []);
  const statusOf = (code: string): number | undefined =>
    facts.status[knowledge.findingByCode.get(code)?.index ?? -1];
  t.is(statusOf('lasts_under_24h'), -1);
  t.is(statusOf('lasts_over_3_months'), 1);
});
