import test from 'ava';
import { caseOf, engine, type Story } from './engine-fixture.ts';

/** An emergency by its own rule, and what looks like it and is none. */
type Row = { name: string; flag: string; level: RegExp; story: Story; harmless: Story };

const AMBULANCE = /^emergency_ambulance$/;
const EMERGENCY = /^emergency/;

const bruised: Story = { complaints: ['bleeding_or_bruising'], years: 38, sex: 'female' };
const pregnant: Story = { complaints: ['vomiting_diarrhoea'], years: 29, sex: 'female' };
const colitis: Story = { complaints: ['abdominal_pain'], years: 34, sex: 'male' };
const child: Story = { complaints: ['skin_rash'], years: 2, sex: 'female' };

const ROWS: Row[] = [
  {
    name: 'thrombotic thrombocytopenic purpura: low platelets, anaemia and confusion',
    flag: 'rf_microangiopathy_brain',
    level: AMBULANCE,
    story: { ...bruised, present: ['low_platelets', 'anaemia_lab', 'confusion', 'easy_bruising'] },
    harmless: { ...bruised, present: ['anaemia_lab', 'fatigue'] },
  },
  {
    name: 'microangiopathy: fragmented red cells with low platelets',
    flag: 'rf_microangiopathy',
    level: EMERGENCY,
    story: { ...bruised, present: ['red_cell_fragments', 'low_platelets'] },
    harmless: { ...bruised, present: ['red_cell_fragments'] },
  },
  {
    name: 'haemolytic uraemic syndrome: fragmented red cells and failing kidneys',
    flag: 'rf_microangiopathy',
    level: EMERGENCY,
    story: {
      complaints: ['vomiting_diarrhoea'],
      years: 3,
      present: ['diarrhoea', 'red_cell_fragments', 'creatinine_raised'],
    },
    harmless: { complaints: ['vomiting_diarrhoea'], years: 3, present: ['diarrhoea'] },
  },
  {
    name: 'haemolytic uraemic syndrome: bloody diarrhoea, then pale',
    flag: 'rf_child_bloody_diarrhoea_ill',
    level: EMERGENCY,
    story: {
      complaints: ['vomiting_diarrhoea'],
      years: 3,
      present: ['diarrhoea', 'blood_in_stool', 'pallor'],
    },
    harmless: { complaints: ['vomiting_diarrhoea'], years: 3, present: ['diarrhoea', 'blood_in_stool'] },
  },
  {
    name: 'disseminated intravascular coagulation: bleeding, low platelets, raised D-dimer',
    flag: 'rf_coagulation_failing',
    level: AMBULANCE,
    story: { ...bruised, present: ['low_platelets', 'd_dimer_raised', 'bleeding_not_stopping'] },
    harmless: { ...bruised, present: ['d_dimer_raised', 'easy_bruising'] },
  },
  {
    name: 'acute fatty liver of pregnancy: sick and yellow in late pregnancy',
    flag: 'rf_liver_late_pregnancy',
    level: EMERGENCY,
    story: { ...pregnant, present: ['pregnant', 'second_half_of_pregnancy', 'vomiting', 'jaundice'] },
    harmless: { ...pregnant, present: ['pregnant', 'second_half_of_pregnancy', 'vomiting'] },
  },
  {
    name: 'toxic megacolon: swollen belly and fever in colitis',
    flag: 'rf_toxic_megacolon',
    level: EMERGENCY,
    story: { ...colitis, present: ['ibd_history', 'abdominal_distension', 'has_fever', 'diarrhoea'] },
    harmless: { ...colitis, present: ['ibd_history', 'abdominal_distension'] },
  },
  {
    name: 'scalded skin syndrome: red, hot skin that comes off a small child; not bullous impetigo',
    flag: 'rf_blistering_small_child',
    level: EMERGENCY,
    story: { ...child, present: ['skin_peeling_or_blisters', 'red_hot_skin'] },
    harmless: { ...child, present: ['flaccid_blisters', 'honey_crusts'] },
  },
];

const flagsOf = (story: Story): string[] => engine.assess(caseOf(story)).red_flags.map((entry) => entry.flag);

for (const { name, flag, level, story, harmless } of ROWS)
  test(name, (t) => {
    t.true(flagsOf(story).includes(flag), flagsOf(story).join(' '));
    t.regex(engine.assess(caseOf(story)).triage_level, level);
    t.false(flagsOf(harmless).includes(flag), flagsOf(harmless).join(' '));
  });

test('bullous impetigo of a child who is well is no emergency', (t) => {
  const impetigo = { ...child, present: ['flaccid_blisters', 'honey_crusts'], absent: ['has_fever'] };
  t.notRegex(engine.assess(caseOf(impetigo)).triage_level, EMERGENCY);
});
