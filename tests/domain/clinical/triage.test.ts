import test from 'ava';
import { RED_FLAG_LEVEL } from '../../../domain/clinical/rules.ts';
import { TRIAGE_LEVELS } from '../../../domain/clinical/types.ts';
import { caseOf, engine, knowledge, type Story } from './engine-fixture.ts';

const levelOf = (story: Story): string => engine.assess(caseOf(story)).triage_level;

/** All that has to be absent for care at home, by the complaint's own rule and its safety net. */
function excludedForSelfCare(code: string): string[] {
  const complaint = knowledge.complaintByCode.get(code);
  if (complaint === undefined) throw new Error(`no such complaint: ${code}`);
  return [...complaint.selfCare.absent, ...complaint.safetyNet].flatMap(
    (index) => knowledge.findings[index]?.code ?? [],
  );
}

test('a session starts at the level that complaint and demographics alone justify', (t) => {
  t.is(levelOf({ complaints: ['chest_pain'], years: 60 }), 'emergency');
  t.is(levelOf({ complaints: ['chest_pain'], years: 20 }), 'urgent');
  t.is(levelOf({ complaints: ['sore_throat'], years: 20 }), 'routine');
  t.is(levelOf({ complaints: ['fever'], years: 1 / 6 }), 'emergency');
  t.is(levelOf({ complaints: ['fever'], years: 30 }), 'routine');
  t.is(levelOf({ complaints: ['back_pain'], years: 30 }), 'routine');
});

test('it does not fall for want of information in a dangerous picture', (t) => {
  const net = [
    'has_dyspnoea',
    'cold_sweat',
    'chest_pressure',
    'radiates_left_arm',
    'fainted',
    'chest_pain_on_exertion',
  ];
  const story: Story = {
    complaints: ['chest_pain'],
    years: 45,
    sex: 'female',
    present: ['pain_reproduced_by_touch', 'pain_worse_with_movement', 'pain_after_strain'],
  };
  t.is(levelOf(story), 'emergency');
  for (let known = 1; known < net.length; known += 1) {
    t.is(levelOf({ ...story, absent: net.slice(0, known) }), 'emergency', `${known} answers`);
  }
  t.is(levelOf({ ...story, absent: net }), 'routine');
});

test('an unrecognised complaint is neither a branch nor left to self-care', (t) => {
  const outcome = engine.assess(caseOf({ complaints: [], years: 40 }));
  t.deepEqual(outcome.active_branches, []);
  t.is(outcome.triage_level, 'routine');
  t.truthy(outcome.current_question);
  t.deepEqual(engine.assess(caseOf({ complaints: ['no_such_complaint'], years: 40 })).active_branches, []);
  const told = engine.assess(caseOf({ complaints: [], years: 70, present: ['has_chest_pain', 'fainted'] }));
  t.is(told.triage_level, 'emergency_ambulance');
});

test('several branches are active at once, and a finding of the second one counts', (t) => {
  const both = engine.assess(caseOf({ complaints: ['cough', 'chest_pain'], years: 60 }));
  t.deepEqual(both.active_branches, ['cough', 'chest_pain']);
  t.is(both.triage_level, 'emergency');
  const five = ['cough', 'fever', 'headache', 'dizziness', 'back_pain'];
  t.is(engine.assess(caseOf({ complaints: five, years: 30 })).active_branches.length, 4);
});

test('measured values decide by age', (t) => {
  const fast = { complaints: ['fever'], values: { respiratory_rate_per_min: 35, heart_rate_bpm: 150 } };
  const flags = (story: Story): string[] => engine.assess(caseOf(story)).red_flags.map((flag) => flag.flag);
  t.true(flags({ ...fast, years: 40 }).includes('rf_very_fast_breathing'));
  t.false(flags({ ...fast, years: 2 }).includes('rf_very_fast_breathing'));
  t.true(flags({ complaints: ['cough'], years: 30, values: { spo2_percent: 88 } }).includes('rf_low_oxygen'));
  t.false(
    flags({ complaints: ['cough'], years: 30, values: { spo2_percent: 97 } }).includes('rf_low_oxygen'),
  );
});

test('the published scores are built as published', (t) => {
  const flagged = (story: Story, flag: string): boolean =>
    engine.assess(caseOf(story)).red_flags.some((entry) => entry.flag === flag);
  const infection: Story = { complaints: ['fever'], years: 70, present: ['confusion'] };
  t.false(flagged(infection, 'rf_suspected_sepsis'));
  // qSOFA: at least two of altered mentation, respiratory rate of 22 or more, systolic pressure of 100 or less.
  t.true(flagged({ ...infection, values: { respiratory_rate_per_min: 22 } }, 'rf_suspected_sepsis'));
  t.false(flagged({ ...infection, values: { respiratory_rate_per_min: 21 } }, 'rf_suspected_sepsis'));
  t.true(flagged({ ...infection, values: { systolic_bp_mmhg: 100 } }, 'rf_suspected_sepsis'));
  t.false(flagged({ ...infection, values: { systolic_bp_mmhg: 101 } }, 'rf_suspected_sepsis'));
  // FAST: any one sign.
  t.true(
    flagged(
      { complaints: ['focal_weakness'], years: 70, present: ['speech_disturbance'] },
      'rf_stroke_speech',
    ),
  );
  // NICE NG143: fever under three months, not at three months.
  t.true(flagged({ complaints: ['fever'], years: 2 / 12 }, 'rf_fever_under_3_months'));
  t.false(flagged({ complaints: ['fever'], years: 3 / 12 }, 'rf_fever_under_3_months'));
});

test('self-care needs each of its criteria where no harmless disease is plain', (t) => {
  const benign: Story = {
    complaints: ['sore_throat'],
    years: 25,
    present: ['runny_nose'],
    absent: ['drooling', 'stridor', 'trismus', 'has_dyspnoea', 'has_fever', 'tonsil_exudate'],
    values: { duration_hours: 48 },
  };
  t.is(levelOf(benign), 'self_care');
  t.not(levelOf({ ...benign, years: 1 }), 'self_care');
  t.not(levelOf({ ...benign, years: null }), 'self_care');
  t.not(levelOf({ ...benign, values: { duration_hours: 400 } }), 'self_care');
  t.not(levelOf({ ...benign, present: [...(benign.present ?? []), 'neck_swelling'] }), 'self_care');
  t.not(levelOf({ ...benign, absent: ['drooling', 'stridor', 'trismus', 'has_fever'] }), 'self_care');
});

test('what the harmless disease brings along does not stand against care at home', (t) => {
  const blisters: Story = {
    complaints: ['mouth_or_tooth_problem'],
    years: 3,
    present: ['mouth_blisters', 'mouth_ulcer', 'rash', 'has_fever', 'sick_contact', 'has_sore_throat'],
    absent: (knowledge.complaintByCode.get('mouth_or_tooth_problem')?.safetyNet ?? [])
      .flatMap((index) => knowledge.findings[index]?.code ?? [])
      .concat('swollen_cheek_or_jaw', 'swelling_floor_of_mouth'),
    values: { duration_hours: 48 },
  };
  t.is(levelOf(blisters), 'self_care');
  // Neither belongs to it: another disease, or this one gone wrong.
  for (const finding of ['weight_loss', 'neck_swelling', 'mouth_lump_or_patch'])
    t.not(levelOf({ ...blisters, present: [...(blisters.present ?? []), finding] }), 'self_care', finding);
});

test('a harmless condition that is recognised has its own age and time', (t) => {
  const skin: Story = {
    complaints: ['skin_rash'],
    years: 5 / 52,
    present: ['greasy_scales'],
    absent: excludedForSelfCare('skin_rash'),
    values: { duration_hours: 24 * 60 },
  };
  t.is(levelOf(skin), 'self_care');
  // A rash of whatever cause in a baby, and one that has lasted for two months.
  t.not(levelOf({ ...skin, present: [] }), 'self_care');
  t.not(levelOf({ ...skin, years: 30, present: ['itchy_skin'] }), 'self_care');
  // What is felt and measured goes on to count.
  t.not(levelOf({ ...skin, values: { temperature_c: 38.4 } }), 'self_care');
});

test('an asserted flag fires its rule and brings its findings', (t) => {
  const { evidence } = engine.interpret({}, ['rf_meningitis'], null);
  const outcome = engine.assess({ ...caseOf({ complaints: ['headache'], years: 20 }), evidence });
  t.is(outcome.triage_level, 'emergency_ambulance');
  t.true(outcome.red_flags.some((flag) => flag.flag === 'rf_meningitis'));
  t.true(['G00.9', 'A87.9'].includes(outcome.differentials[0]?.icd ?? ''));
});

test('little confidence fires no rule', (t) => {
  const clinicalCase = caseOf({ complaints: ['headache'], years: 30, present: ['thunderclap_headache'] });
  const unsure = clinicalCase.evidence.map((entry) => ({ ...entry, confidence: 0.3 }));
  t.deepEqual(engine.assess({ ...clinicalCase, evidence: unsure }).red_flags, []);
});

test('what a text seems to say and cannot be so fires no rule; what a client sends is taken', (t) => {
  const told = (sex: 'female' | 'male', source: 'text' | 'client'): boolean => {
    const start = caseOf({ complaints: ['dizziness'], years: 30, sex });
    const evidence = [{ finding: 'waters_broken', status: 'present', confidence: 1, source } as const];
    return engine.assess({ ...start, evidence }).red_flags.some(({ flag }) => flag === 'rf_waters_broken');
  };
  t.true(told('female', 'text'));
  t.false(told('male', 'text'));
  t.true(told('male', 'client'));
});

test('every rule can fire: as a red flag, or where it is below one as the level', (t) => {
  for (const rule of knowledge.rules) {
    const code = (index: number): string => knowledge.findings[index]?.code ?? '';
    const months = rule.age === null ? 480 : rule.age.from + (rule.age.below === Infinity ? 1 : 0);
    const outcome = engine.assess(
      caseOf({
        complaints: [...(rule.complaints ?? [])].map((index) => knowledge.complaints[index]?.code ?? ''),
        years: months / 12,
        ...(rule.sex === null ? {} : { sex: rule.sex }),
        present: [...rule.all, ...rule.any.slice(0, 1), ...(rule.atLeast?.of ?? [])].map(code),
      }),
    );
    if (rule.level > RED_FLAG_LEVEL)
      t.true(TRIAGE_LEVELS.indexOf(outcome.triage_level) <= rule.level, rule.code);
    else
      t.true(
        outcome.red_flags.some((flag) => flag.flag === rule.code),
        rule.code,
      );
  }
});

test('a reaction of skin or airway together with the gut is anaphylaxis', (t) => {
  const swollen: Story = {
    complaints: ['allergic_reaction'],
    years: 8,
    present: ['face_or_tongue_swelling'],
  };
  t.is(
    levelOf({ ...swollen, present: ['face_or_tongue_swelling', 'vomiting', 'hives'] }),
    'emergency_ambulance',
  );
  t.is(levelOf(swollen), 'emergency');
});

test('violence at home is urgent, and an emergency for who is not safe or was strangled', (t) => {
  const hurt: Story = { complaints: ['low_mood'], years: 34, sex: 'female', present: ['domestic_violence'] };
  const also = (finding: string): Story => ({ ...hurt, present: ['domestic_violence', finding] });
  t.is(levelOf(hurt), 'urgent');
  t.is(levelOf(also('unsafe_at_home')), 'emergency');
  t.is(levelOf(also('strangled_by_person')), 'emergency');
});

test('a complaint that the patient cannot have is no branch beside one that he can', (t) => {
  const { active_branches } = engine.assess(
    caseOf({ complaints: ['postpartum_problem', 'fever'], years: 1 / 4, sex: 'male' }),
  );
  t.deepEqual(active_branches, ['fever']);
});

test('a harmless cause explains no sign that rules look for, unless it is a common one of its own', (t) => {
  const attack = {
    complaints: ['headache'],
    years: 30,
    sex: 'female',
    present: [
      'migraine_history',
      'recurrent_episodes',
      'photophobia',
      'phonophobia',
      'throbbing_headache',
      'nausea',
    ],
  } satisfies Story;
  const without = (sign: string): string[] => excludedForSelfCare('headache').filter((code) => code !== sign);
  t.is(levelOf({ ...attack, absent: without('') }), 'self_care');
  const sign = 'worst_headache_ever';
  t.not(levelOf({ ...attack, present: [...attack.present, sign], absent: without(sign) }), 'self_care');
});
