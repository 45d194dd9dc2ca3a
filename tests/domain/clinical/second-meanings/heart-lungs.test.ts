import { alarms, readings } from '../reading-tables.ts';

readings(
  'who does not breathe is told by whoever lies there, and not by a nose, a sleep or a pulse oximeter',
  [
    ['My husband has stopped breathing.', 'cardiac_arrest', 'present'],
    ['Manžel nedýchá.', 'cardiac_arrest', 'present'],
    ['Miminko nedýchá.', 'cardiac_arrest', 'present'],
    ['We are doing chest compressions on my dad.', 'cardiac_arrest', 'present'],
    ['His heart stopped for twelve seconds.', 'cardiac_arrest', 'present'],
    ['He snores and stops breathing in his sleep.', 'cardiac_arrest', undefined],
    ['My heart tablets were stopped by the GP.', 'cardiac_arrest', undefined],
    ['I am doing warm compresses on her stye.', 'cardiac_arrest', undefined],
    ['I cannot find my pulse oximeter.', 'cardiac_arrest', undefined],
    ['She is not breathing as noisily as last night.', 'cardiac_arrest', undefined],
    ['Known ICD after a cardiac arrest, here for a sore toe.', 'cardiac_arrest', undefined],
    ['Mám rýmu, nosem už nedýchám.', 'cardiac_arrest', undefined],
    ['Nemá tep nad osmdesát.', 'cardiac_arrest', undefined],
  ],
);

readings('breathing and a pulse mean what they mean, whatever follows them', [
  ['I have trouble breathing as I walk.', 'has_dyspnoea', 'present'],
  ['She has difficulty breathing that started an hour ago.', 'has_dyspnoea', 'present'],
  ['He has trouble breathing so we called you.', 'has_dyspnoea', 'present'],
  ['He is not breathing as far as I can see.', 'cardiac_arrest', 'present'],
  ['Táta nedýchá tak volejte sanitku.', 'cardiac_arrest', 'present'],
  ['Nemá tep, rychle přijeďte.', 'cardiac_arrest', 'present'],
  ['Má rychlý tep nad 120.', 'tachycardia', 'present'],
  ['I have a tearing back pain.', 'tearing_pain', 'present'],
  ['Syn zmodral.', 'cyanosis', 'present'],
  ['Dcera má rýmu a nosem vůbec nedýchá.', 'cardiac_arrest', undefined],
  ['Manžel nedýchá nosem.', 'cardiac_arrest', undefined],
  ['Po inhalaci už nedýchá tak rychle.', 'cardiac_arrest', undefined],
]);

readings(
  'what an examination of the heart, the vessels or the lungs found is named by more than two loose words',
  [
    ['CT shows a pulmonary embolism.', 'vessel_emergency_named', 'present'],
    ['ECG: acute inferior infarct.', 'chest_emergency_named', 'present'],
    ['Loss of sense of smell and taste since Monday.', 'chest_emergency_named', undefined],
    ['ECG shows an old inferior infarct.', 'chest_emergency_named', undefined],
    ['RTG hrudníku: pneumotorax neprokázán.', 'chest_emergency_named', 'absent'],
    ['Bilateral pes planus with sore heels.', 'vessel_emergency_named', undefined],
    ['In PE today he got a right calf strain.', 'vessel_emergency_named', undefined],
    ['Podezření na plicní embolii se nepotvrdilo.', 'vessel_emergency_named', 'absent'],
  ],
);

readings('who chokes, bleeds from the lungs or turns blue is told plainly', [
  ['A grape shot down her windpipe and she is silent.', 'choking_now', 'present'],
  ['The tablet slid down easily with water.', 'choking_now', undefined],
  ['I have silent reflux with a sore throat.', 'choking_now', undefined],
  ['Vykašlává sraženiny krve.', 'massive_haemoptysis', 'present'],
  ['Pořád vykašlávám chuchvalce zelených hlenů.', 'massive_haemoptysis', undefined],
  ['My daughter has gone blue.', 'cyanosis', 'present'],
  ['Synovi zmodral nehet po ráně kladivem.', 'cyanosis', undefined],
  ['Svt at 190.', 'very_fast_heart_rate', 'present'],
  ['Peak flow rate of 200 this morning.', 'very_fast_heart_rate', undefined],
  ['I am in tears from my back pain.', 'tearing_pain', undefined],
  ['The dentist says I have gum recession.', 'chest_indrawing', undefined],
]);

alarms('a disease of the aorta makes an alarm of pain that is sudden or severe, and not of every pain', {
  danger: ['I have Marfan syndrome and a sudden severe pain in my back.'],
  harmless: ['I have Ehlers-Danlos and my back and shoulders have ached for years.'],
});
